import type { TemporaryOrder } from '@kippu/contract/orders'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import type { RefusedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { RefusedNote } from './refused-note.tsx'

const view = buildFirstView({ lang: 'en', texts: textsOf('en') })
const REFUSED: RefusedPayment = { paid: 'order', token: 'ord_1', reason: 'payment' }
const COUPON = { coupon_code: 'FLAT500', coupon_name: '500 yen off', coupon_discount: 500, ends_on: null }

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  vi.useRealTimers()
})

function openNote(order: Partial<TemporaryOrder> = {}, refused = REFUSED) {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T10:00:00+09:00'), toFake: ['Date'] })
  const { asked } = answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ expires_at: '2026-12-01T10:25:00+09:00', ...order }),
  })
  useSession.setState({ orderToken: 'ord_1', refusedPayment: refused })
  return { asked, element: render(<RefusedNote />, view).element }
}

test('a visitor whose payment was refused reads first what happened and what is kept until when, and one press leads to another card (R-8.10, R-8.20)', async () => {
  const { element } = openNote()
  await eventually(() => expect(element.textContent).toContain('nothing was charged'))
  expect(element.textContent).toContain('We’re holding your tickets until 10:25, and your details are kept.')
  expect(document.activeElement).toBe(element.querySelector('h2'))
  const ways = [...element.querySelectorAll('a, button')]
  expect(ways.map(way => way.getAttribute('href'))).toEqual(['#/payment'])
  expect(ways[0]?.textContent).toContain('Pay ¥6,400 with another card')
})

test('its coupons are kept as well, and the amount is the one with them', async () => {
  const { element } = openNote({ price: 5900, coupons: [COUPON] })
  await eventually(() =>
    expect(element.textContent).toContain('kept your details and coupons too: 500 yen off'),
  )
  expect(element.querySelector('a')?.textContent).toContain('¥5,900')
})

test('a coupon that was used up meanwhile has to be removed on the way (R-8.22)', async () => {
  const { element } = openNote({}, { ...REFUSED, reason: 'coupon' })
  await eventually(() => expect(element.textContent).toContain('A coupon has been used up'))
  expect(element.querySelector('a')?.textContent).toBe('Remove the coupon and pay')
})

test.each([
  ['of another order', { refused: { ...REFUSED, token: 'ord_0' } }],
  ['at the door', { refused: { ...REFUSED, paid: 'spot' } as const }],
])('a refusal %s is not told here, and nothing is asked', async (_, { refused }) => {
  const { element, asked } = openNote({}, refused)
  await act(async () => undefined)
  expect([element.textContent, asked]).toEqual(['', []])
})

test('once the hold has ended nothing is promised', async () => {
  const { element, asked } = openNote({ expires_at: '2026-12-01T09:59:00+09:00' })
  await eventually(() => expect(asked).toHaveLength(1))
  await act(async () => undefined)
  expect(element.textContent).toBe('')
})
