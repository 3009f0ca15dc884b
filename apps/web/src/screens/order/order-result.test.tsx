import type { TemporaryOrder } from '@kippu/contract/orders'
import { textsOf } from '@kippu/texts/texts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { eventually, render } from '../../../test/render.tsx'
import type { ApiError } from '../../api/api-error.ts'
import { createQueryClient } from '../../api/query-client.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import type { Pieces } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { OrderResult } from './order-result.tsx'

const view = buildFirstView({ lang: 'en', texts: textsOf('en') })
const REDUCED = buildOrder({
  price: 5900,
  coupons: [{ coupon_code: 'FLAT500', coupon_name: '500 yen off', coupon_discount: 500, ends_on: null }],
})

afterEach(() => act(() => useSession.setState(NO_PIECES)))

function openResult({
  choice = {},
  order = REDUCED,
  pieces = {},
  settings = {},
}: {
  readonly choice?: Partial<Choice>
  readonly order?: TemporaryOrder | Response
  readonly pieces?: Partial<Pieces>
  readonly settings?: Readonly<Record<string, string>>
}) {
  const { asked } = answerFetch({ 'GET /api/v1/orders/ord_1': order })
  useSession.setState({ orderToken: 'ord_1', ...pieces })
  const failures: ApiError[] = []
  const chosen = { ...buildChoice(), ...choice }
  const { element } = render(
    <QueryClientProvider client={createQueryClient(failure => failures.push(failure))}>
      <OrderResult choice={chosen} onNext={() => undefined} isPending={false} />
    </QueryClientProvider>,
    { ...view, settings },
  )
  return { asked, element, failures, total: () => element.querySelector('strong')?.textContent }
}

const REFUSED = { refusedPayment: { paid: 'order', token: 'ord_1', reason: 'payment' } } as const
const METHOD = { savedPayment: { paymentMethodType: 'stripe', paymentData: null, card: null } } as const

test.each([
  ['a refused payment', REFUSED],
  ['the choice of a payment method', METHOD],
])('after %s the total is that of the order, with its coupons (R-8.20)', async (_, pieces) => {
  const { element, total } = openResult({ pieces })
  await eventually(() => expect(total()).toBe('¥5,900'))
  expect(element.textContent).toContain('500 yen off')
})

test('another choice makes another order, which has no coupons', async () => {
  const { total, asked } = openResult({ pieces: REFUSED, choice: { counts: { 1: 3 } } })
  await eventually(() => expect(asked).toHaveLength(1))
  await act(async () => undefined)
  expect(total()).toBe('¥9,600')
})

test('the total is right before the times of the day have arrived, too', async () => {
  const { total } = openResult({ pieces: REFUSED, choice: { day: undefined, span: undefined } })
  await eventually(() => expect(total()).toBe('¥5,900'))
})

test('an order that has ended changes nothing, and no dialog says so (R-8.02)', async () => {
  const ended = new Response(JSON.stringify({ error: 'session_timeout' }), { status: 400 })
  const { total, failures } = openResult({ pieces: REFUSED, order: ended })
  await eventually(() => expect(failures).toMatchObject([{ call: { silent: true } }]))
  expect(total()).toBe('¥6,400')
})

test('before the payment nothing is asked: an order has no coupons yet', async () => {
  const { total, asked } = openResult({})
  await act(async () => undefined)
  expect([total(), asked]).toEqual(['¥6,400', []])
})

test('beside the price stands until when the visit may be moved, as its settings say', () => {
  const rules = (settings: Readonly<Record<string, string>>, choice: Partial<Choice> = {}) =>
    openResult({ settings, choice }).element.textContent
  const { span, product } = buildChoice()
  const visit = { span: { ...span!, from: '2026-12-05T10:00:00+09:00' } }
  expect(rules({}, visit)).toContain('until 10:00 on Sat, Dec 5, 2026')
  expect(rules({ Time_Change_Deadline_Minutes: '1440' }, visit)).toContain('until 10:00 on Fri, Dec 4, 2026')
  const never = 'The date and time cannot be changed.'
  expect(rules({ Time_Change_Limit: '0' }, visit)).toContain(never)
  expect(rules({}, { ...visit, product: { ...product!, can_be_moved: false } })).toContain(never)
  expect(rules({}, { span: undefined })).not.toContain('changed')
})
