import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { render } from '../../../test/render.tsx'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { DayHours } from './day-hours.tsx'

const DAY = [{ from: '10:00', to: '18:00' }]
const opening = { week: [DAY, DAY, [], DAY, DAY, DAY, DAY], lastEntryMinutes: 60, exceptions: [] }
const view = buildFirstView({ lang: 'en', texts: textsOf('en'), opening })

const { product, day } = buildChoice()
const span = { ...day!.time_spans[0]!, from: '2026-12-05T17:00:00+09:00', to: '2026-12-05T21:30:00+09:00' }
const evening = { ...day!, time_spans: [span] }

test.each<[string, Partial<Choice>, string]>([
  ['a day without a product', { product: undefined }, 'Open on Sat, Dec 5: 10:00 - 18:00, last entry 17:00'],
  ['a ticket with its own hours', { day: evening }, 'Open on Sat, Dec 5: 17:00 - 21:30'],
  ['no day', { date: null }, ''],
  ['a day on which the house is closed', { product: undefined, date: '2026-12-08' }, ''],
])('the hours of %s', (_, changes, words) => {
  const choice = {
    ...buildChoice(),
    product: { ...product!, sale_type: 'date' as const },
    date: '2026-12-05',
  }
  const { element } = render(<DayHours {...choice} day={undefined} {...changes} />, view)
  expect(element.textContent.replaceAll('\u2060\u00A0', ' ')).toBe(words)
})
