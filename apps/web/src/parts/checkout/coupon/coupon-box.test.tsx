import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../../test/first-view.ts'
import { buildOrder } from '../../../../test/order.ts'
import { DISCOUNTED_CARD } from '../../../../test/payment-method.ts'
import { eventually, render } from '../../../../test/render.tsx'
import { NO_PIECES } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import { PaymentScreen } from '../../../screens/payment/payment-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const ORDER = 'GET /api/v1/orders/ord_1'
const METHODS = 'GET /api/v1/paymentmethods'
const ADD = 'POST /api/v1/ordercoupons/ord_1'
const WITH_COUPON = buildOrder({
  price: 5900,
  coupons: [{ coupon_code: 'FLAT500', coupon_name: '500円引き', coupon_discount: 500, ends_on: null }],
})

afterEach(() => act(() => useSession.setState(NO_PIECES)))

async function openPayment(answers: Record<string, unknown>) {
  const all: Record<string, unknown> = { [ORDER]: buildOrder(), [METHODS]: [], ...answers }
  const { asked } = answerFetch(all)
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<PaymentScreen />, view)
  await eventually(() => expect(element.textContent).toContain('クーポン'))
  return { asked, element, answers: all }
}

function applyButton(element: HTMLElement): HTMLButtonElement {
  return [...element.querySelectorAll('button')].find(button => button.textContent === '適用する')!
}

async function types(element: HTMLElement, code: string): Promise<void> {
  const input = element.querySelector<HTMLInputElement>('details input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, code)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('a coupon is entered behind a link, and its discount appears in the list and the total (R-2.17, R-4.36)', async () => {
  const { asked, element, answers } = await openPayment({
    [ADD]: { coupon_name: '500円引き', coupon_discount: 500 },
  })
  expect(element.querySelector('details:has(form)')?.hasAttribute('open')).toBe(false)
  await types(element, 'FLAT500')
  answers[ORDER] = WITH_COUPON
  await act(async () => applyButton(element).click())
  await eventually(() => expect(asked.filter(name => name === ORDER)).toHaveLength(2))
  const news = [...element.querySelectorAll('output')].map(output => output.textContent)
  expect(news).toContain('「500円引き」を適用しました。500円割引になります。')
  expect(element.textContent).toContain('FLAT500')
  expect([...element.querySelectorAll('data')].map(data => data.value)).toEqual(
    expect.arrayContaining(['-500', '5900']),
  )
})

test('a refusal is said at the field, and the next code is sent at once, while the order is read anew (R-8.39–51)', async () => {
  const refusal = { error: 'coupon_code does not exist' }
  const { asked, element, answers } = await openPayment({
    [ADD]: new Response(JSON.stringify(refusal), { status: 400 }),
  })
  await types(element, 'FLAT50')
  delete answers[ORDER]
  await act(async () => applyButton(element).click())
  await eventually(() => expect(asked.filter(name => name === ORDER)).toHaveLength(2))
  const field = element.querySelector('details input')
  expect(field?.getAttribute('aria-invalid')).toBe('true')
  expect(field?.closest('form')?.textContent).toContain('入力されたコードのクーポンはありません。')
  expect(document.activeElement).toBe(field)
  await types(element, 'FLAT500')
  expect(field?.getAttribute('aria-invalid')).toBeNull()
  await act(async () => applyButton(element).click())
  expect(asked.filter(name => name === ADD)).toHaveLength(2)
})

test('an empty code is not sent: the field says so (R-5.12)', async () => {
  const { asked, element } = await openPayment({})
  await act(async () => applyButton(element).click())
  expect(element.textContent).toContain('クーポンコードを入力してください。')
  expect(asked).not.toContain(ADD)
})

test('each coupon has its own remove button, which names it (R-2.17)', async () => {
  const { asked, element } = await openPayment({ [ORDER]: WITH_COUPON })
  const remove = element.querySelector<HTMLButtonElement>('[aria-label="「500円引き」を取り消す"]')!
  await act(async () => remove.click())
  expect(asked).toContain('DELETE /api/v1/ordercoupons/ord_1/FLAT500')
})

test('the method discount appears beside the method’s name, and the amount to charge beside the button (R-4.38, S-4.01)', async () => {
  const { element } = await openPayment({
    [METHODS]: [DISCOUNTED_CARD],
    'POST /api/v1/orders/paymentmethoddiscount/ord_1/simulation': { price: 6200, discount_amount: 200 },
  })
  await eventually(() => expect(element.textContent).toContain('200円割引'))
  const total = () => element.querySelector('[aria-live] > strong:not(section strong)')?.textContent
  await eventually(() => expect(total()).toBe('6,200円'))
  // Read out with what it is: an amount alone says nothing.
  const totals = [...element.querySelectorAll('[aria-live]:has(strong)')]
  expect(totals.filter(live => live.getAttribute('aria-atomic') !== 'true')).toEqual([])
  expect(totals.map(live => live.textContent)).toContain('合計 税込6,200円')
})
