import { jstIso } from '@kippu/domain/jst-date'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { serverNow } from '../../../api/server-clock.ts'
import { NO_PIECES } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { PaymentCode } from './payment-code.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const METHODS = 'GET /api/v1/paymentmethods'
const CONFIRM = 'POST /api/v1/orders/confirmcheckout'
const client = { provider: 'adyen', scripts: [], styles: [], config: {}, is_test: true }
const WE_CHAT = {
  payment_method_type: 'adyen_we_chat_pay',
  name: 'WeChat Pay（微信支付）',
  discount_type: null,
  discount_amount: 0,
  least_amount: 1,
  client,
}

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

function open(answers: Readonly<Record<string, unknown>> = {}, minutes = 10) {
  const requests = answerFetch({ [METHODS]: [WE_CHAT], ...answers })
  useSession.setState({ orderToken: 'ord_1', paymentNumber: 'pay_1' })
  const action = { code: 'weixin://pay/1', expires_at: jstIso(serverNow() + minutes * 60_000 - 1000) }
  const { element } = render(
    <PaymentCode method="adyen_we_chat_pay" paymentNumber="pay_1" action={action} />,
    view,
  )
  return { ...requests, element, button: element.querySelector('button')! }
}

test('the code is large, has a label, and says which app reads it and how long it is valid (R-7.60, S-7.13)', async () => {
  const { element } = open()
  expect(element.querySelector('figure')?.getAttribute('aria-label')).toBe('お支払い用のQRコード')
  await eventually(() => expect(element.textContent).toContain('WeChat Pay（微信支付）のアプリで'))
  expect(element.textContent).toContain('残り10分')
  expect(element.textContent).toContain('お支払いを待っています')
})

test('a code that has expired says so, can no longer be scanned, and leaves the other ways', () => {
  const { element } = open({}, 0)
  expect(element.textContent).toContain('コードの期限が切れました')
  expect(element.querySelector('figure')).toBeNull()
  expect(element.textContent).not.toContain('お支払いを待っています')
  expect(element.textContent).toContain('ほかの方法で支払う')
})

test('choosing another method ends this payment first, and the payment page opens without a dialog (D-34)', async () => {
  const refusal = { error: 'payment_api_failure', can_retry: true, order_token: 'ord_1' }
  const { bodies, button } = open({ [CONFIRM]: new Response(JSON.stringify(refusal), { status: 400 }) })
  await act(async () => button.click())
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(bodies).toEqual([
    {
      payment_number: 'pay_1',
      payment_method_type: 'adyen_we_chat_pay',
      details: { status: 'cancel' },
    },
  ])
  expect(useSession.getState().paymentNumber).toBeNull()
})

test('if it was paid meanwhile, the completion page opens', async () => {
  const completed = {
    result: 'completed',
    reservation_token: 'rsv_1',
    reservation_number: 'ABCDEFGH23',
    payment_number: 'pay_1',
    time_change: false,
  }
  const { button } = open({ [CONFIRM]: completed })
  await act(async () => button.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
})

test('a payment that cannot be ended yet stays, and the visitor reads until when it can only be paid there', async () => {
  const { element, button } = open({
    [CONFIRM]: {
      result: 'checking',
      payment_number: 'pay_1',
      payment_reference: 'ref_1',
      payment_method_type: 'adyen_we_chat_pay',
    },
  })
  await act(async () => button.click())
  await eventually(() => expect(element.textContent).toMatch(/\d\d:\d\dまでは、このコードでのみ/))
  expect(element.textContent).not.toContain('ほかのお支払い方法をお選びください')
  expect(location.hash).toBe('')
})
