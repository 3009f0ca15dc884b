import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { DPayConfirmScreen } from './d-pay-confirm-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const ORDER = 'GET /api/v1/orders/ord_1'
const TOKEN = 'GET /d-pay/v1/scptok/ord_1'

afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

/** The amount beside its label; the recap of the order shows the price of the order as well. */
function amountOn(element: HTMLElement): string | undefined {
  const row = [...element.querySelectorAll('p')].find(p => p.textContent.startsWith('お支払い金額'))
  return row?.querySelector('strong')?.textContent
}

test('/d-pay-confirm shows the amount, and a press sends the form of d払い (R-2.23, R-7.33, S-13.04)', async () => {
  const sent: HTMLFormElement[] = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    sent.push(this)
  })
  const { asked } = answerFetch({
    [ORDER]: buildOrder(),
    'GET /api/v1/paymentmethods': [],
    [TOKEN]: { s_terkn: 't', s_spcd: 's', s_cptok: 'c', request_url: 'https://pay.docomo.example/open' },
  })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<DPayConfirmScreen />, view)
  await eventually(() => expect(amountOn(element)).toBe('6,400円'))
  // The form is valid for a short time, so it is not requested before it is needed.
  expect(asked).not.toContain(TOKEN)
  click(element.querySelector('button'))
  await eventually(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'post', action: 'https://pay.docomo.example/open' })
  const fields = [...sent[0]!.querySelectorAll('input')].map(({ name, value }) => [name, value])
  expect(fields).toEqual([
    ['s_terkn', 't'],
    ['s_spcd', 's'],
    ['s_cptok', 'c'],
  ])
})

test('a press does nothing until the page shows the amount (R-2.23)', async () => {
  // The request for the payment methods stays open, so it is not known whether there is a discount for d払い.
  const { asked } = answerFetch({ [ORDER]: buildOrder(), [TOKEN]: {} })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<DPayConfirmScreen />, view)
  await eventually(() => expect(amountOn(element)).toBe(''))
  click(element.querySelector('button'))
  await eventually(() => expect(asked).not.toContain(TOKEN))
})

test('another way to pay ends this payment first, and the payment page opens (D-34)', async () => {
  const refusal = { error: 'payment_api_failure', can_retry: true, order_token: 'ord_1' }
  const { bodies } = answerFetch({
    [ORDER]: buildOrder(),
    'GET /api/v1/paymentmethods': [],
    'POST /api/v1/orders/confirmcheckout': new Response(JSON.stringify(refusal), { status: 400 }),
  })
  useSession.setState({ orderToken: 'ord_1', paymentNumber: 'pay_1', payingBy: 'd_pay' })
  const { element } = render(<DPayConfirmScreen />, view)
  await eventually(() => expect(element.textContent).toContain('ほかの方法で支払う'))
  click([...element.querySelectorAll('button')].at(-1))
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(bodies).toMatchObject([{ payment_number: 'pay_1', details: { status: 'cancel' } }])
})

test('without an order there is nothing to pay: the order page opens instead (R-2.23)', async () => {
  const { asked } = answerFetch({})
  render(<DPayConfirmScreen />, view)
  await eventually(() => expect(location.hash).toBe('#/order'))
  expect(asked).toEqual([])
})
