import { textsOf } from '@kippu/texts/texts'
import { act, StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter, ParamsContext } from '../../app/router.tsx'
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

afterEach(() => {
  vi.useRealTimers()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function comeBack(paymentType: string, status: string, query = '?payment_number=pay_1') {
  const { element } = render(
    <StrictMode>
      <FixedRouter route={`/payment-callback/${paymentType}/${status}${query}`}>
        <ParamsContext value={{ paymentType, status }}>
          <PaymentCallbackScreen />
        </ParamsContext>
      </FixedRouter>
    </StrictMode>,
    view,
  )
  return element
}

test('drawn twice, the page asks once, without anything remembered, and goes on (R-2.25)', async () => {
  const { asked } = answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'success')
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(asked).toEqual([CONFIRM])
  expect(useSession.getState().completeData?.reservationNumber).toBe('ABCDEFGH23')
})

test('time_change=false means an order: the thanks come (R-2.27)', async () => {
  answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'success', '?payment_number=pay_1&time_change=false')
  await eventually(() => expect(location.hash).toBe('#/complete'))
})

test('the server is asked for the truth also when the address says cancel (D-34)', async () => {
  const { asked } = answerFetch({ [CONFIRM]: COMPLETED })
  await comeBack('stripe_secure', 'cancel')
  await eventually(() => expect(asked).toEqual([CONFIRM]))
})

test('while the provider is silent the page asks again after three seconds', async () => {
  vi.useFakeTimers()
  const { asked } = answerFetch({ [CONFIRM]: { result: 'checking', payment_number: 'pay_1' } })
  const element = await comeBack('stripe', 'success')
  await act(async () => vi.advanceTimersByTimeAsync(100))
  expect(element.textContent).toContain('決済代行会社の返事を待っています')
  expect(asked).toHaveLength(1)
  await act(async () => vi.advanceTimersByTimeAsync(3000))
  expect(asked).toHaveLength(2)
})

test.each([
  ['paypal', 'success', '?payment_number=pay_1'],
  ['stripe', 'maybe', '?payment_number=pay_1'],
  ['stripe', 'success', ''],
])('%s/%s%s is no address of ours (D-34)', async (paymentType, status, query) => {
  const { asked } = answerFetch({})
  await comeBack(paymentType, status, query)
  await eventually(() => expect(location.hash).toBe('#/not-found'))
  expect(asked).toEqual([])
})
