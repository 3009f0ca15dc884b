import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { answerScripts } from '../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { ConfirmScreen } from './confirm-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const PAY = 'POST /api/v1/orders/checkout/ord_1'
const VALIDATE = 'POST /api/v1/apple-pay/validate-session'
const MERCHANT_SESSION = { merchantSessionIdentifier: 'ms_1' }
const VALIDATION_URL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
const PAYMENT_DATA = { version: 'EC_v1', data: 'x' }
const COMPLETED = {
  result: 'completed',
  reservation_token: 'rsv_1',
  reservation_number: 'ABCDEFGH23',
  payment_number: 'pay_1',
  time_change: false,
}

/** Apple's side: a payment sheet that does what the test says. */
class FakeSheet {
  static readonly STATUS_SUCCESS = 0
  static readonly STATUS_FAILURE = 1
  static isAvailable = true
  static last: FakeSheet | undefined
  static readonly canMakePayments = () => FakeSheet.isAvailable
  onvalidatemerchant: ((event: unknown) => void) | null = null
  onpaymentauthorized: ((event: unknown) => void) | null = null
  oncancel: (() => void) | null = null
  readonly begin = vi.fn<() => void>()
  readonly abort = vi.fn<() => void>()
  readonly completeMerchantValidation = vi.fn<(session: unknown) => void>()
  readonly completePayment = vi.fn<(result: unknown) => void>()
  readonly version: number
  readonly request: unknown
  constructor(version: number, request: unknown) {
    this.version = version
    this.request = request
    FakeSheet.last = this
  }
}

afterEach(() => {
  FakeSheet.isAvailable = true
  FakeSheet.last = undefined
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

let scripts = 0

async function openConfirm(answers: Readonly<Record<string, unknown>> = {}) {
  const address = `https://apple.example/${(scripts += 1)}.js`
  answerScripts({ [address]: { ApplePaySession: FakeSheet } })
  const config = { display_name: 'Tomori', supported_networks: 'visa,jcb' }
  const client = { provider: 'gmo', scripts: [address], styles: [], config, is_test: true }
  const row = {
    payment_method_type: 'gmo_apple_pay',
    name: 'Apple Pay',
    discount_type: null,
    discount_amount: 0,
    least_amount: 1,
    client,
  }
  const requests = answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder(),
    'GET /api/v1/paymentmethods': [row],
    [VALIDATE]: MERCHANT_SESSION,
    ...answers,
  })
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: { paymentMethodType: 'gmo_apple_pay', paymentData: null, card: null },
  })
  const { element } = render(<ConfirmScreen />, view)
  const button = () => element.querySelector<HTMLButtonElement>('[aria-label="Apple Payで購入する"]')
  return { ...requests, element, button }
}

async function openSheet(answers: Readonly<Record<string, unknown>> = {}) {
  const page = await openConfirm(answers)
  await eventually(() => expect(page.button()).not.toBeNull())
  act(() => page.button()!.click())
  return { ...page, sheet: FakeSheet.last! }
}

test('the press itself opens the sheet, with the amount on the page and the name of the payee (R-7.57)', async () => {
  const { sheet } = await openSheet()
  expect(sheet.begin).toHaveBeenCalledOnce()
  expect(sheet).toMatchObject({
    version: 3,
    request: {
      countryCode: 'JP',
      currencyCode: 'JPY',
      supportedNetworks: ['visa', 'jcb'],
      merchantCapabilities: ['supports3DS'],
      total: { label: 'Tomori', amount: '6400', type: 'final' },
    },
  })
})

test('our server validates the merchant, the token goes to checkout, and the sheet learns the result (R-7.34, R-7.57, S-7.12)', async () => {
  const { sheet, bodies } = await openSheet({ [PAY]: COMPLETED })
  await act(async () => sheet.onvalidatemerchant!({ validationURL: VALIDATION_URL }))
  await eventually(() => expect(sheet.completeMerchantValidation).toHaveBeenCalledWith(MERCHANT_SESSION))
  await act(async () => sheet.onpaymentauthorized!({ payment: { token: { paymentData: PAYMENT_DATA } } }))
  await eventually(() => expect(location.hash).toBe('#/complete'))
  expect(sheet.completePayment).toHaveBeenCalledWith({ status: FakeSheet.STATUS_SUCCESS })
  expect(bodies).toEqual([
    { validation_url: VALIDATION_URL },
    {
      payment_method_type: 'gmo_apple_pay',
      token: btoa(JSON.stringify(PAYMENT_DATA)),
      expected_amount: 6400,
    },
  ])
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain(btoa('{"version"').slice(0, 12))
})

test('closing the sheet returns to the page without a message, and the visitor may press again', async () => {
  const { asked, button, sheet } = await openSheet()
  await act(async () => sheet.oncancel!())
  await eventually(() => expect(button()!.getAttribute('aria-busy')).toBeNull())
  expect(asked).not.toContain(PAY)
  act(() => button()!.click())
  expect(FakeSheet.last).not.toBe(sheet)
})

test('two presses at once open one sheet', async () => {
  const { sheet, button } = await openSheet()
  act(() => button()!.click())
  expect(FakeSheet.last).toBe(sheet)
})

test('the sheet is told about a refused payment too', async () => {
  const refusal = { error: 'payment_api_failure', can_retry: true }
  const { sheet } = await openSheet({ [PAY]: new Response(JSON.stringify(refusal), { status: 400 }) })
  await act(async () => sheet.onpaymentauthorized!({ payment: { token: { paymentData: PAYMENT_DATA } } }))
  await eventually(() =>
    expect(sheet.completePayment).toHaveBeenCalledWith({ status: FakeSheet.STATUS_FAILURE }),
  )
  expect(location.hash).toBe('')
})

test('the sheet closes when the merchant is not validated', async () => {
  const { sheet } = await openSheet({
    [VALIDATE]: new Response(JSON.stringify({ error: 'payment_api_failure' }), { status: 400 }),
  })
  await act(async () => sheet.onvalidatemerchant!({ validationURL: VALIDATION_URL }))
  await eventually(() => expect(sheet.abort).toHaveBeenCalled())
})

test('a device without Apple Pay shows no button (R-7.57)', async () => {
  FakeSheet.isAvailable = false
  const { element, button } = await openConfirm()
  await eventually(() => expect(element.textContent).toContain('Apple Payをご利用いただけません'))
  expect(button()).toBeNull()
})
