import { skipToken, useQuery } from '@tanstack/react-query'
import { textsOf } from '@kippu/texts/texts'
import { act, StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { eventually, render } from '../../../test/render.tsx'
import { useInFlight } from '../../api/in-flight.ts'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { mailedToKey } from '../../parts/checkout/complete/complete-purchase.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { PaymentCallbackScreen } from './payment-callback-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const CONFIRM = 'POST /api/v1/orders/confirmcheckout'
const COMPLETED = {
  result: 'completed',
  reservation_token: 'rsv_1',
  reservation_number: 'ABCDEFGH23',
  payment_number: 'pay_1',
  time_change: false,
}

/** The fields that every answer about an open payment has. */
const by = (payment_method_type: string) => ({
  payment_number: 'pay_1',
  payment_reference: 'ref_1',
  payment_method_type,
})
const QR = {
  result: 'action',
  ...by('adyen_we_chat_pay'),
  action: { type: 'qr', code: 'weixin://pay/1', expires_at: null },
}
const refusal = (error: string, status: number, more: object = {}): Response =>
  new Response(JSON.stringify({ error, ...more }), { status })

afterEach(() => {
  vi.useRealTimers()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function comeBack(paymentType: string, status: string, query = '?payment_number=pay_1') {
  return opened(paymentType, status, query).element
}

/** The text that the completion page shows. */
function MailedTo() {
  return useQuery<string>({ queryKey: mailedToKey('rsv_1'), queryFn: skipToken }).data
}

function opened(paymentType: string, status: string, query: string) {
  return render(
    <StrictMode>
      <FixedRouter route={`/payment-callback/${paymentType}/${status}${query}`}>
        <ParamsContext value={{ paymentType, status }}>
          <PaymentCallbackScreen />
        </ParamsContext>
      </FixedRouter>
    </StrictMode>,
    view,
  )
}

test('rendered twice, the page asks once without remembering anything, and goes on (R-2.25)', async () => {
  const { asked } = answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'success')
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(asked).toEqual([CONFIRM])
  expect(useSession.getState().completeData?.reservationNumber).toBe('ABCDEFGH23')
})

test.each([
  ['still there', buildOrder(), 'a@b.co'],
  ['over, because the provider’s webhook event came first', refusal('record not found', 404), 'a…@b.co'],
])(
  'the completion page says where the tickets went: the order is %s (R-2.21, R-2.25)',
  async (_, order, address) => {
    answerFetch({ [CONFIRM]: COMPLETED, 'GET /api/v1/orders/ord_1': order })
    useSession.setState({ orderToken: 'ord_1', veiledAddress: 'a…@b.co' })
    const { element, show } = opened('stripe_secure', 'success', '?payment_number=pay_1')
    await eventually(() => expect(location.hash).toBe('#/complete'))
    show(<MailedTo />)
    expect(element.textContent).toBe(address)
  },
)

test('a lost connection is announced with advice; once it is back the page asks again by itself (R-8.27, S-1.14)', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
  const element = await comeBack('gmo_paypay', 'success')
  await eventually(() => expect(element.textContent).toContain('お支払いの結果を確認できていません'))
  expect(element.textContent).toContain('二重にお支払いになることはありません')
  act(() => void window.dispatchEvent(new Event('offline')))
  answerFetch({ [CONFIRM]: COMPLETED })
  act(() => void window.dispatchEvent(new Event('online')))
  await eventually(() => expect(location.hash).toBe('#/complete'))
})

test('time_change=false means an order: the completion page opens (R-2.27)', async () => {
  answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'success', '?payment_number=pay_1&time_change=false')
  await eventually(() => expect(location.hash).toBe('#/complete'))
})

test('a change of time that is paid opens its own last page, with the new token and what goes back (R-2.26, R-3.77, D-64)', async () => {
  const refund = { amount: 400, state: 'pending' }
  answerFetch({ [CONFIRM]: { ...COMPLETED, reservation_token: 'rsv_2', time_change: true, refund } })
  await comeBack('stripe_secure', 'success', '?payment_number=pay_1&time_change=true')
  await eventually(() => expect(location.hash).toBe('#/tickets/changedate/complete/rsv_2'))
  expect(useSession.getState()).toMatchObject({
    completeData: null,
    changeDatePaymentResult: { reservationToken: 'rsv_2', paymentNumber: 'pay_1', refund },
  })
})
test('in a tab that knows nothing of the change, its payment is cancelled, and it goes on there (D-64, S-7.08)', async () => {
  const open = {
    result: 'redirect',
    ...by('gmo_paypay'),
    time_change: true,
    redirect_url: 'https://p.example',
  }
  const answers: Record<string, unknown> = { [CONFIRM]: open, 'GET /api/v1/paymentmethods': [] }
  answerFetch(answers)
  const element = await comeBack('gmo_paypay', 'success', '?payment_number=pay_1&time_change=true')
  await eventually(() => expect(element.querySelectorAll('button')).toHaveLength(2))
  answers[CONFIRM] = refusal('payment_api_failure', 400, {
    can_retry: true,
    timechange_token: 'T',
    reservation_token: 'O',
  })
  act(() => [...element.querySelectorAll('button')].at(-1)!.click())
  await eventually(() => expect(location.hash).toBe('#/tickets/changedate/payment/O/timechange/T'))
  expect(useSession.getState().changeDateResult).toEqual({ oldToken: 'O', token: 'T' })
})
test('the server is asked for the truth even when the address says cancel (D-34)', async () => {
  const { asked } = answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'cancel')
  await eventually(() => expect(asked).toEqual([CONFIRM]))
})

test('while the provider does not answer the page asks again after three seconds', async () => {
  vi.useFakeTimers()
  const { asked } = answerFetch({ [CONFIRM]: { result: 'checking', ...by('stripe') } })
  const element = await comeBack('stripe', 'success')
  await act(async () => vi.advanceTimersByTimeAsync(100))
  expect(element.textContent).toContain('決済代行会社の返事を待っています')
  expect(asked).toHaveLength(1)
  await act(async () => vi.advanceTimersByTimeAsync(3000))
  expect(asked).toHaveLength(2)
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('lost'))],
  ['429', async () => refusal('too many requests', 429)],
  ['503', async () => refusal('busy', 503)],
])(
  '%s to a later question keeps the code on the page, which asks again (R-7.60, S-7.13)',
  async (_, failed) => {
    vi.useFakeTimers()
    const answers: Record<string, unknown> = { [CONFIRM]: QR, 'GET /api/v1/paymentmethods': [] }
    answerFetch(answers)
    const element = await comeBack('adyen_we_chat_pay', 'success')
    await act(async () => vi.advanceTimersByTimeAsync(100))
    expect(element.querySelector('figure')).not.toBeNull()
    if (failed === undefined) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('lost')))
    else answers[CONFIRM] = failed
    await act(async () => vi.advanceTimersByTimeAsync(3100))
    expect(useInFlight.getState().requesting).toBe(0)
    expect(element.querySelector('figure')).not.toBeNull()
    answerFetch({ [CONFIRM]: COMPLETED })
    await act(async () => vi.advanceTimersByTimeAsync(3100))
    expect(location.hash).toBe('#/complete')
  },
)

test('a payment of another tab is shown as open, a bank page too: only the visitor opens it (S-1.15)', async () => {
  const assign = vi.spyOn(location, 'assign')
  const acs_url = 'https://bank.example/acs'
  answerFetch({
    [CONFIRM]: { result: 'three_ds', ...by('gmo_3ds'), acs_url, fields: [], md: 'md_1' },
    'GET /api/v1/paymentmethods': [],
  })
  const element = await comeBack('gmo_3ds', 'success')
  await eventually(() => expect(element.querySelector('h1')?.textContent).toContain('完了していません'))
  expect(assign).not.toHaveBeenCalled()
})

test('seen again, the page of an open payment asks once how it stands: it may have been paid elsewhere', async () => {
  const answers: Record<string, unknown> = {
    [CONFIRM]: {
      result: 'three_ds',
      ...by('gmo_3ds'),
      acs_url: 'https://bank.example/acs',
      fields: [],
      md: 'm',
    },
    'GET /api/v1/paymentmethods': [],
  }
  answerFetch(answers)
  const element = await comeBack('gmo_3ds', 'success')
  await eventually(() => expect(element.querySelector('h1')?.textContent).toContain('完了していません'))
  answers[CONFIRM] = COMPLETED
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  await eventually(() => expect(location.hash).toBe('#/complete'))
})

test('behind the dialog of a refusal the page does not call the result unknown (R-8.07)', async () => {
  answerFetch({ [CONFIRM]: refusal('payment_api_failure', 400, { can_retry: true, order_token: 'ord_1' }) })
  const element = await comeBack('gmo_paypay', 'cancel')
  await eventually(() =>
    expect(element.querySelector('h1')?.textContent).toBe('お支払いを完了できませんでした'),
  )
  expect(element.textContent).not.toContain('まだ確認できていません')
})

test('when the page changes its content the focus goes to the new title (WCAG 2.4.3)', async () => {
  answerFetch({ [CONFIRM]: QR, 'GET /api/v1/paymentmethods': [] })
  const main = document.body.appendChild(document.createElement('main'))
  const element = await comeBack('adyen_we_chat_pay', 'success')
  main.append(element)
  await eventually(() => expect(element.querySelector('figure')).not.toBeNull())
  expect(document.activeElement).toBe(element.querySelector('h1'))
  document.body.append(element)
  main.remove()
})

test.each([
  ['paypal', 'success', '?payment_number=pay_1'],
  ['stripe', 'maybe', '?payment_number=pay_1'],
  ['stripe', 'success', ''],
])('%s/%s%s is not an address of ours (D-34)', async (paymentType, status, query) => {
  const { asked } = answerFetch({})
  await comeBack(paymentType, status, query)
  await eventually(() => expect(location.hash).toBe('#/not-found'))
  expect(asked).toEqual([])
})
