import { expect, test } from 'vitest'

import { byLanguageOf } from './plan-cancellation.ts'
import { digestOf, type TouchedVisit } from './touched-visits.ts'

const VISIT: TouchedVisit = {
  reservationId: 'r1',
  reservationNumber: 'AAAAAAAAAA',
  orderId: 'o1',
  lang: 'ja',
  method: 'stripe',
  isOfReseller: false,
  isVisit: true,
  tickets: [1, 2],
  used: 0,
  yen: 6400,
}

test.each([
  ['reservation', { reservationId: 'r2' }],
  ['order', { orderId: 'o2' }],
  ['ticket', { tickets: [1, 3] }],
  ['entry', { used: 1 }],
])('a list of visits with another %s has another digest', (_, more) => {
  expect(digestOf([{ ...VISIT }])).toBe(digestOf([VISIT]))
  expect(digestOf([{ ...VISIT, ...more }])).not.toBe(digestOf([VISIT]))
})

test('buyers, tickets and yen are counted by language, that of most buyers first', () => {
  const english = { ...VISIT, lang: 'en', tickets: [1], yen: 3200 }
  expect(byLanguageOf([VISIT, english, { ...english, tickets: [4] }])).toEqual([
    { lang: 'en', buyers: 2, tickets: 2, yen: 6400 },
    { lang: 'ja', buyers: 1, tickets: 2, yen: 6400 },
  ])
})
