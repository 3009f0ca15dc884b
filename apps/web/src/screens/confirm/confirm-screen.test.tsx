import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { answerScripts } from '../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { DISCOUNTED_CARD } from '../../../test/payment-method.ts'
import { eventually, render } from '../../../test/render.tsx'
import type { ApiError } from '../../api/api-error.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { ConfirmScreen } from './confirm-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const ORDER = 'GET /api/v1/orders/ord_1'
const METHODS = 'GET /api/v1/paymentmethods'
const PAY = 'POST /api/v1/orders/checkout/ord_1'
const PRICE = 'POST /api/v1/orders/paymentmethoddiscount/ord_1/simulation'
const COMPLETED = {
  result: 'completed',
  reservation_token: 'rsv_1',
  reservation_number: 'ABCDEFGH23',
  payment_number: 'pay_1',
  time_change: false,
}

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

const refused = (error: string, status = 400): Response => new Response(JSON.stringify({ error }), { status })

async function openConfirm(answers: Readonly<Record<string, unknown>>, price = 6400) {
  const all: Record<string, unknown> = { [ORDER]: buildOrder({ price }), [METHODS]: [], ...answers }
  const { asked } = answerFetch(all)
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: {
      paymentMethodType: 'stripe',
      paymentData: { payment_method_type: 'stripe', payment_method: 'pm_1' },
      card: { brand: 'visa', last4: '1112' },
    },
  })
  const onFailure = vi.fn<(failure: ApiError) => void>()
  const { element, show } = render(<ConfirmScreen />, view, onFailure)
  await eventually(() => expect(element.textContent).not.toContain('読み込み中です'))
  await eventually(() => expect(element.querySelector('[aria-busy=true]')).toBeNull())
  const payButton = () => [...element.querySelectorAll('button')].at(-1)!
  /** The visitor comes to the page once more, which shows what it knows, and waits for what it reads anew. */
  const comesAgain = async (answersNow: Readonly<Record<string, unknown>>) => {
    Object.assign(all, answersNow)
    asked.length = 0
    show(<ConfirmScreen key="again" />)
    await eventually(() => expect(asked).toEqual(expect.arrayContaining(Object.keys(answersNow))))
    return payButton()
  }
  const payments = () => asked.filter(name => name === PAY)
  return { asked, element, pay: payButton(), comesAgain, payments, onFailure }
}

test('two presses at once send one checkout, and the button is busy until the answer (R-2.20)', async () => {
  const { pay, payments } = await openConfirm({})
  expect(pay.textContent).toBe('6,400円を支払って購入する')
  await act(async () => {
    pay.click()
    pay.click()
  })
  await act(async () => pay.click())
  expect(payments()).toHaveLength(1)
  expect(pay.getAttribute('aria-busy')).toBe('true')
})

test('who presses while the page reads the order and its price anew does not hear that what they have just bought can’t be found', async () => {
  const { comesAgain, payments, onFailure } = await openConfirm({
    [METHODS]: [DISCOUNTED_CARD],
    [PRICE]: { price: 6200, discount_amount: 200 },
  })
  const [order, price] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const pay = await comesAgain({ [ORDER]: order.promise, [PRICE]: price.promise })
  await act(async () => pay.click())
  await eventually(() => expect(payments()).toHaveLength(1))
  await act(async () => {
    order.resolve(refused('record not found', 404))
    price.resolve(refused('invalid order status'))
  })
  expect(onFailure).not.toHaveBeenCalled()
})

test('nor where the page reads the order while it is being bought', async () => {
  const { pay, payments, comesAgain, onFailure } = await openConfirm({})
  await act(async () => pay.click())
  await eventually(() => expect(payments()).toHaveLength(1))
  await comesAgain({ [ORDER]: refused('record not found', 404) })
  await eventually(() => expect(onFailure).toHaveBeenCalledTimes(1))
  expect(onFailure.mock.calls[0]?.[0].call.silent).toBe(true)
})

test('the amount on the button is sent with the payment, and after a price change the order is read again before the next press', async () => {
  const answers: Record<string, unknown> = {
    [PAY]: refused('price changed'),
    [ORDER]: buildOrder({ price: 5900 }),
    [METHODS]: [],
  }
  const { element, pay } = await openConfirm(answers)
  expect(pay.textContent).toBe('5,900円を支払って購入する')
  answers[ORDER] = buildOrder({ price: 6400 })
  const next = answerFetch(answers)
  await act(async () => pay.click())
  await eventually(() => expect(element.textContent).toContain('6,400円を支払って購入する'))
  expect(location.hash).toBe('')
  expect(next.bodies).toMatchObject([{ payment_method: 'pm_1', expected_amount: 5900 }])
})

test('a successful payment leads to the completion page and is remembered (R-4.10)', async () => {
  const { pay } = await openConfirm({ [PAY]: COMPLETED })
  await act(async () => pay.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(useSession.getState().completeData).toEqual({
    reservationToken: 'rsv_1',
    reservationNumber: 'ABCDEFGH23',
    paymentNumber: 'pay_1',
  })
})

test('a payment whose result is unknown is waited for on its own page', async () => {
  const { pay } = await openConfirm({
    [PAY]: {
      result: 'checking',
      payment_number: 'pay_1',
      payment_reference: 'ref_1',
      payment_method_type: 'stripe',
    },
  })
  await act(async () => pay.click())
  const waiting = '#/payment-callback/stripe/success?payment_number=pay_1'
  await eventually(() => expect(location.hash).toBe(waiting))
})

test('the six statements required by law, and a way to change every part, are on the page', async () => {
  const { element } = await openConfirm({})
  const text = element.textContent
  for (const word of [
    '数量',
    '販売価格',
    'お支払いの時期と方法',
    '引き渡しの時期',
    'キャンセルと払い戻し',
    'お申し込みの期限',
  ])
    expect(text).toContain(word)
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
  expect(links).toEqual(expect.arrayContaining(['#/order', '#/sign-in?ref=c', '#/payment?ref=c']))
})

test('an order that became free does not use the card chosen earlier (D-55)', async () => {
  const { element } = await openConfirm({}, 0)
  expect(element.textContent).toBe('')
  await eventually(() => expect(location.hash).toBe('#/payment'))
})

test('an order of nothing is paid without looking at the device (R-7.73, D-55)', async () => {
  const { asked: scripts } = answerScripts({})
  const { asked } = answerFetch({ [ORDER]: buildOrder({ price: 0 }), [METHODS]: [], [PAY]: COMPLETED })
  const paymentData = { payment_method_type: 'free' } as const
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: { paymentMethodType: 'free', paymentData, card: null },
  })
  const deviceFingerprintScript = 'https://fingerprint.example/free.js'
  const { element } = render(<ConfirmScreen />, { ...view, site: { ...view.site, deviceFingerprintScript } })
  await eventually(() => expect(element.textContent).toContain('無料で申し込む'))
  await act(async () => [...element.querySelectorAll('button')].at(-1)!.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect([asked.includes(PAY), scripts]).toEqual([true, []])
})

test('before leaving to pay, only the masked form of the buyer’s address is stored (S-7.11)', async () => {
  const { pay } = await openConfirm({
    [PAY]: {
      result: 'checking',
      payment_number: 'pay_1',
      payment_reference: 'ref_1',
      payment_method_type: 'stripe',
    },
  })
  await act(async () => pay.click())
  await eventually(() => expect(useSession.getState().paymentNumber).toBe('pay_1'))
  expect(useSession.getState().veiledAddress).toBe('a…@b.co')
})

test('the statements required by law say when the payment happens on another page', async () => {
  const paypay = {
    payment_method_type: 'gmo_paypay',
    name: 'PayPay',
    discount_type: null,
    discount_amount: 0,
    least_amount: 1,
    client: { provider: 'gmo', scripts: [], styles: [], config: {}, is_test: true },
  }
  answerFetch({ [ORDER]: buildOrder(), [METHODS]: [paypay] })
  const paymentData = { payment_method_type: 'gmo_paypay' } as const
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: { paymentMethodType: 'gmo_paypay', paymentData, card: null },
  })
  const { element } = render(<ConfirmScreen />, view)
  await eventually(() => expect(element.textContent).toContain('PayPayの画面でお支払いいただきます'))
})

test('a card that was held in memory alone has to be entered again after a reload', async () => {
  answerFetch({ [ORDER]: buildOrder(), [METHODS]: [] })
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: { paymentMethodType: 'adyen_credit', paymentData: null, card: null },
  })
  render(<ConfirmScreen />, view)
  await eventually(() => expect(location.hash).toBe('#/payment'))
})

test('choosing another method after leaving for a wallet first ends that payment, then pays', async () => {
  const refusal = { error: 'payment_api_failure', can_retry: true, order_token: 'ord_1' }
  const { pay } = await openConfirm({})
  useSession.setState({ paymentNumber: 'pay_0', payingBy: 'gmo_paypay' })
  const CONFIRM = 'POST /api/v1/orders/confirmcheckout'
  const { asked, bodies } = answerFetch({
    [CONFIRM]: new Response(JSON.stringify(refusal), { status: 400 }),
    [PAY]: COMPLETED,
  })
  await act(async () => pay.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(asked.slice(0, 2)).toEqual([CONFIRM, PAY])
  expect(bodies[0]).toEqual({
    payment_number: 'pay_0',
    payment_method_type: 'gmo_paypay',
    details: { status: 'cancel' },
  })
})

test('if that payment was paid meanwhile, nothing else is charged and the completion page opens', async () => {
  const { pay } = await openConfirm({})
  useSession.setState({ paymentNumber: 'pay_1', payingBy: 'gmo_paypay' })
  const { asked } = answerFetch({ 'POST /api/v1/orders/confirmcheckout': COMPLETED })
  await act(async () => pay.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(asked).not.toContain(PAY)
})

test('pressing the same method again after coming back asks for the same payment (S-1.13)', async () => {
  const { pay } = await openConfirm({})
  useSession.setState({ paymentNumber: 'pay_1', payingBy: 'stripe' })
  const { asked } = answerFetch({ [PAY]: COMPLETED })
  await act(async () => pay.click())
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(asked[0]).toBe(PAY)
})

test('a payment that its provider cannot end yet is shown as open, and no other payment begins', async () => {
  const { pay } = await openConfirm({})
  useSession.setState({ paymentNumber: 'pay_0', payingBy: 'gmo_paypay' })
  const form = {
    result: 'form',
    payment_number: 'pay_0',
    payment_method_type: 'gmo_paypay',
    action_url: 'https://provider.example/',
    method: 'POST',
    charset: 'UTF-8',
    fields: [],
  }
  const { asked } = answerFetch({ 'POST /api/v1/orders/confirmcheckout': form })
  await act(async () => pay.click())
  await eventually(() =>
    expect(location.hash).toBe('#/payment-callback/gmo_paypay/success?payment_number=pay_0'),
  )
  expect(asked).not.toContain(PAY)
})

test('a payment by another method from another tab is shown as open: the visitor is not sent to its provider unasked (S-1.15)', async () => {
  const redirect_url = 'https://wallet.example/1'
  const by = { payment_number: 'pay_9', payment_reference: 'ref_9', payment_method_type: 'gmo_paypay' }
  const { pay } = await openConfirm({ [PAY]: { result: 'redirect', ...by, redirect_url } })
  await act(async () => pay.click())
  await eventually(() =>
    expect(location.hash).toBe('#/payment-callback/gmo_paypay/success?payment_number=pay_9'),
  )
  expect(useSession.getState().payingBy).toBe('gmo_paypay')
})

test('seen again, as after Back, the page asks anew where a payment began here: it may have been made elsewhere', async () => {
  const { asked } = await openConfirm({})
  asked.length = 0
  const comesBack = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')))
  await comesBack()
  expect(asked).toEqual([])
  useSession.setState({ paymentNumber: 'pay_1', payingBy: 'stripe_secure' })
  answerFetch({ [ORDER]: refused('record not found', 404) })
  await comesBack()
  await eventually(() =>
    expect(location.hash).toBe('#/payment-callback/stripe_secure/success?payment_number=pay_1'),
  )
})

test('for an order that was bought meanwhile, the screen asks about its payment (S-1.14)', async () => {
  answerFetch({ [ORDER]: refused('record not found', 404) })
  useSession.setState({ orderToken: 'ord_1', paymentNumber: 'pay_1', payingBy: 'stripe_secure' })
  render(<ConfirmScreen />, view)
  await eventually(() =>
    expect(location.hash).toBe('#/payment-callback/stripe_secure/success?payment_number=pay_1'),
  )
})
