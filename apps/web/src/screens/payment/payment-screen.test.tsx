import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { answerScripts } from '../../../test/answering-scripts.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { PaymentScreen } from './payment-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const SAVED = {
  paymentMethodType: 'stripe',
  paymentData: { payment_method_type: 'stripe', payment_method: 'pm_1' },
  card: { brand: 'visa', last4: '1112' },
} as const

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  localStorage.clear()
  location.hash = ''
})

const CARDS = [
  method('stripe_secure', 'クレジットカード(本人認証あり)'),
  method('stripe', 'クレジットカード'),
]

async function openPayment(
  route = '/payment',
  price = 6400,
  methods: readonly object[] = CARDS,
  shown = view,
) {
  answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ price }),
    'GET /api/v1/paymentmethods': methods,
  })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(
    <FixedRouter route={route}>
      <PaymentScreen />
    </FixedRouter>,
    shown,
  )
  await eventually(() => expect(element.textContent).not.toContain('読み込み中です'))
  return element
}

function method(type: string, name: string, least = 1) {
  const client = { provider: 'stripe', scripts: [], styles: [], config: {}, is_test: true }
  return {
    payment_method_type: type,
    name,
    discount_type: null,
    discount_amount: 0,
    least_amount: least,
    client,
  }
}

test('the visitor can choose every method of the site by its name (R-1.06, R-2.16)', async () => {
  const element = await openPayment()
  const labels = [...element.querySelectorAll('label:has([name=payment-method])')].map(
    label => label.textContent,
  )
  expect(labels).toHaveLength(2)
  expect(labels[0]).toContain('クレジットカード(本人認証あり)')
  expect(labels[1]).toContain('クレジットカード')
})

test('a method that takes more than the price is not offered, less its own discount', async () => {
  const discounted = { ...method('gmo_d_pay', 'd払い', 50), discount_type: 'fixed', discount_amount: 20 }
  const methods = [method('stripe', 'クレジットカード', 50), method('gmo_paypay', 'PayPay', 1), discounted]
  const offeredAt = async (price: number) =>
    [
      ...(await openPayment('/payment', price, methods)).querySelectorAll<HTMLInputElement>(
        'input[type=radio]',
      ),
    ].map(({ value }) => value)
  expect(await offeredAt(49)).toEqual(['gmo_paypay'])
  expect(await offeredAt(69)).toEqual(['gmo_paypay', 'stripe'])
  expect(await offeredAt(70)).toEqual(['gmo_paypay', 'gmo_d_pay', 'stripe'])
})

test('where no method takes a price so small, the page says so and takes a coupon off', async () => {
  const coupon = { coupon_code: 'MOST', coupon_name: '大割引', coupon_discount: 3170, ends_on: null }
  answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ price: 30, coupons: [coupon] }),
    'GET /api/v1/paymentmethods': [method('stripe', 'クレジットカード', 50)],
    'DELETE /api/v1/ordercoupons/ord_1/MOST': {},
  })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(
    <FixedRouter route="/payment">
      <PaymentScreen />
    </FixedRouter>,
    view,
  )
  await eventually(() => expect(element.textContent).toContain('30円は少額のため'))
  answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ price: 3200, coupons: [] }),
    'GET /api/v1/paymentmethods': [method('stripe', 'クレジットカード', 50)],
    'DELETE /api/v1/ordercoupons/ord_1/MOST': {},
  })
  const remove = [...element.querySelectorAll('button')].find(
    ({ textContent }) => textContent === '「大割引」を取り消す',
  )!
  await act(async () => remove.click())
  await eventually(() => expect(element.querySelector('input[type=radio]')).not.toBeNull())
  expect(element.textContent).not.toContain('少額のため')
})

test('the card is chosen and its component open from the beginning, and it unfolds below the chosen method alone (R-2.18)', async () => {
  const element = await openPayment()
  const open = element.querySelector('fieldset [class*=details]')
  expect(open?.parentElement?.querySelector('input')?.value).toBe('stripe_secure')
  const second = element.querySelectorAll<HTMLInputElement>('fieldset input[type=radio]')[1]!
  await act(async () => second.click())
  const details = [...element.querySelectorAll('fieldset [class*=details]')]
  expect(details).toHaveLength(1)
  expect(details[0]!.parentElement!.contains(second)).toBe(true)
})

test('a visitor who comes back to change the payment finds the previous choice, and the way back leads to the confirmation (R-2.19, R-3.65)', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment('/payment?ref=c')
  const chosen = element.querySelector<HTMLInputElement>('input[type=radio]:checked')
  expect(chosen?.value).toBe('stripe')
  expect(element.textContent).toContain('1112')
  expect(element.querySelector('header a')?.getAttribute('href')).toBe('#/confirm')
})

test('going on saves the payment page in the session and leads to the confirmation (R-4.09)', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment()
  const next = [...element.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)!
  await act(async () => next.click())
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  const stored = Object.entries(sessionStorage).find(([key]) => key.endsWith('savedPayment'))
  expect(stored?.[1]).toBe(JSON.stringify(SAVED))
})

test('who comes again finds the way of the last purchase chosen, unless the house has given it up', async () => {
  const methods = [...CARDS, method('gmo_paypay', 'PayPay'), method('gmo_d_pay', 'd払い')]
  const element = await openPayment('/payment', 6400, methods)
  await choose(element, 'gmo_paypay')
  await act(async () => nextButton(element).click())
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  act(() => useSession.setState(NO_PIECES))
  const chosenOf = (page: Element) => page.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
  expect(chosenOf(await openPayment('/payment', 6400, methods))).toBe('gmo_paypay')
  expect(chosenOf(await openPayment('/payment', 6400, CARDS))).toBe('stripe_secure')
})

describe('a wallet without a form (decision 87)', () => {
  const WALLETS = [...CARDS, method('gmo_paypay', 'PayPay'), method('gmo_d_pay', 'd払い')]
  const press = async (page: Element, type: string, pointerType: string) => {
    const radio = page.querySelector<HTMLInputElement>(`[name=payment-method][value=${type}]`)!
    await act(async () => {
      radio.dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }))
    })
  }

  test('says beforehand that a finger on it leads on, and leads on with it (WCAG 3.2.2)', async () => {
    const element = await openPayment('/payment', 6400, WALLETS)
    expect(element.textContent).toContain('選ぶと、ご注文内容の確認に進みます。')
    await press(element, 'gmo_paypay', 'touch')
    expect(location.hash).toBe('#/confirm')
    expect(useSession.getState().savedPayment?.paymentData).toEqual({ payment_method_type: 'gmo_paypay' })
  })

  test.each(['', 'mouse'])(
    'is only chosen by a key or a mouse (%j), and the component below is its own then (R-2.16)',
    async pointerType => {
      const element = await openPayment('/payment', 6400, WALLETS)
      await press(element, 'gmo_paypay', pointerType)
      expect(location.hash).toBe('')
      expect(element.querySelector('fieldset [class*=details]')?.textContent).toContain(
        'PayPayの画面に移ります',
      )
    },
  )

  test('a card is chosen by a finger, and fills in its form first', async () => {
    const element = await openPayment('/payment', 6400, WALLETS)
    await press(element, 'stripe', 'touch')
    expect([location.hash, useSession.getState().savedPayment]).toEqual(['', null])
  })
})

test('an order of nothing has no method to choose (D-55)', async () => {
  const element = await openPayment('/payment', 0)
  expect(element.querySelector('input[type=radio]')).toBeNull()
  expect(element.textContent).toContain('お支払いはありません')
})

const nextButton = (element: Element) =>
  [...element.querySelectorAll<HTMLButtonElement>('button[type=submit]')].at(-1)!

async function choose(element: Element, type: string): Promise<void> {
  await act(async () => element.querySelector<HTMLInputElement>(`input[value=${type}]`)!.click())
}

test('all sixteen ways to pay are one set of radio buttons: one of each kind in sight, the others in a fold (R-2.16, R-7.70)', async () => {
  const types = PAYMENT_METHODS.filter(type => type !== 'free' && type !== 'gmo_apple_pay')
  const element = await openPayment(
    '/payment',
    6400,
    types.map(type => method(type, type)),
  )
  expect(element.querySelectorAll('input[type=radio][name=payment-method]')).toHaveLength(15)
  const fold = element.querySelector('details:has([name=payment-method])')!
  expect(fold.hasAttribute('open')).toBe(false)
  const inSight = [...element.querySelectorAll<HTMLInputElement>('[name=payment-method]')].filter(
    radio => !fold.contains(radio),
  )
  const [paypay, d, alipay, weChat, card] = [
    'gmo_paypay',
    'gmo_d_pay',
    'adyen_alipay',
    'adyen_we_chat_pay',
    'gmo_3ds',
  ]
  expect(inSight.map(({ value }) => value)).toEqual([paypay, d, alipay, weChat, card])
})

test('a further way says whose it is, and the fold is open for a visitor who chose it before (R-2.16, R-2.19)', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment('/payment?ref=c')
  const fold = element.querySelector('details:has([name=payment-method])')!
  expect(fold.hasAttribute('open')).toBe(true)
  expect(fold.querySelector('label')?.textContent).toContain('Stripeを通じたお支払いです。')
})

test('the total beside the button is the amount to charge, also by a method that takes something off (R-4.38, S-4.01)', async () => {
  const paypay = { ...method('gmo_paypay', 'PayPay'), discount_type: 'fixed', discount_amount: 200 }
  const element = await openPayment('/payment', 6400, [...CARDS, paypay])
  answerFetch({
    'POST /api/v1/orders/paymentmethoddiscount/ord_1/simulation': { price: 6200, discount_amount: 200 },
  })
  const total = () => element.querySelector('[aria-live] > strong:not(section strong)')?.textContent
  expect(total()).toBe('6,400円')
  expect(element.querySelector('label:has([value=gmo_paypay])')?.textContent).toContain('200円割引')
  await choose(element, 'gmo_paypay')
  await eventually(() => expect(total()).toBe('6,200円'))
  expect(element.textContent).toContain('PayPay割引')
})

test('an order that is being paid answers no simulation: its price by the method is counted, and the visitor can press again (S-1.04, S-1.13)', async () => {
  const paypay = { ...method('gmo_paypay', 'PayPay'), discount_type: 'percent', discount_amount: 10 }
  const payment_method_type = 'gmo_paypay' as const
  const savedPayment = {
    paymentMethodType: payment_method_type,
    paymentData: { payment_method_type },
    card: null,
  }
  useSession.setState({ savedPayment })
  const answers = { 'GET /api/v1/paymentmethods': [...CARDS, paypay] }
  const { asked } = answerFetch({
    'GET /api/v1/orders/ord_1': buildOrder({ status: 'payment_pending' }),
    ...answers,
  })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(
    <FixedRouter route="/payment">
      <PaymentScreen />
    </FixedRouter>,
    view,
  )
  await eventually(() =>
    expect(element.querySelector('[aria-live] > strong:not(section strong)')?.textContent).toBe('5,760円'),
  )
  expect(asked.filter(call => call.includes('simulation'))).toEqual([])
})

test.each([
  ['gmo_paypay', 'PayPay', '購入のボタンを押すと、PayPayの画面に移ります'],
  ['adyen_we_chat_pay', 'WeChat Pay', 'QRコードが表示されます'],
  ['d_pay', 'd払い', 'dアカウントのログイン画面に移ります'],
])('%s has no form and says what will happen next (R-2.18)', async (type, name, words) => {
  const element = await openPayment('/payment', 6400, [...CARDS, method(type, name)])
  await choose(element, type)
  expect(element.textContent).toContain(words)
  expect(element.querySelector('[autocomplete^=cc-]')).toBeNull()
  await act(async () => nextButton(element).click())
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  expect(useSession.getState().savedPayment).toEqual({
    paymentMethodType: type,
    paymentData: { payment_method_type: type },
    card: null,
  })
})

test('a card in our own page has number, date, code and name (R-2.18)', async () => {
  const element = await openPayment('/payment', 6400, [...CARDS, method('gmo_3ds', 'カード')])
  await choose(element, 'gmo_3ds')
  const hints = [...element.querySelectorAll('[autocomplete^=cc-]')].map(input =>
    input.getAttribute('autocomplete'),
  )
  expect(hints).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
})

test('the card of one method is not the card of another', async () => {
  useSession.setState({ savedPayment: SAVED })
  const element = await openPayment()
  expect(element.textContent).toContain('1112')
  await choose(element, 'stripe_secure')
  expect(element.textContent).not.toContain('1112')
})

test('a browser without Apple Pay does not show it (R-7.57)', async () => {
  const element = await openPayment('/payment', 6400, [...CARDS, method('gmo_apple_pay', 'Apple Pay')])
  expect(element.textContent).not.toContain('Apple Pay')
})

test('going on without a choice says what is missing', async () => {
  const element = await openPayment('/payment', 6400, [method('alipay', 'Alipay'), method('d_pay', 'd払い')])
  await act(async () => nextButton(element).click())
  expect(element.querySelector('[role=alert]')?.textContent).toBe('お支払い方法をお選びください。')
})

test('no money moves in a test environment, and the page says so (R-7.09)', async () => {
  const element = await openPayment('/payment', 6400, [...CARDS, method('alipay', 'Alipay')])
  await choose(element, 'alipay')
  expect(element.textContent).toContain('テスト環境です')
})

let scripts = 0

/** A method whose only script has an address that no other test uses. */
function scripted(type: string) {
  const address = `https://pay.example/${(scripts += 1)}.js`
  const plain = method(type, type)
  return { address, row: { ...plain, client: { ...plain.client, scripts: [address] } } }
}

test.each([
  ['gmo', 'カードの入力欄を表示できません'],
  ['gmo_apple_pay', 'お支払いの準備ができませんでした'],
])(
  'a script of %s that does not load is announced, and going on leads to the button that retries (R-7.74)',
  async (type, title) => {
    const { address, row } = scripted(type)
    answerScripts({})
    const element = await openPayment('/payment', 6400, [...CARDS, row])
    await choose(element, type)
    await eventually(() => expect(element.textContent).toContain(title))
    expect(element.textContent).not.toContain('ご利用いただけません')
    await act(async () => nextButton(element).click())
    expect(document.activeElement?.textContent).toBe('もう一度試す')
    expect(location.hash).toBe('')
    const { asked } = answerScripts({ [address]: {} })
    await act(async () => document.activeElement instanceof HTMLElement && document.activeElement.click())
    await eventually(() => expect(element.textContent).not.toContain(title))
    expect(asked).toEqual([address])
  },
)

test('while the script loads the button is busy, but only as long as the method is chosen (R-7.74)', async () => {
  const { address, row } = scripted('gmo')
  let arrive = (): void => undefined
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (script instanceof HTMLScriptElement && script.src === address)
      arrive = () => void script.dispatchEvent(new Event('load'))
  })
  const element = await openPayment('/payment', 6400, [method('d_pay', 'd払い'), row])
  const isBusy = () => nextButton(element).getAttribute('aria-busy') === 'true'
  await choose(element, 'gmo')
  expect(isBusy()).toBe(true)
  await choose(element, 'd_pay')
  expect(isBusy()).toBe(false)
  await choose(element, 'gmo')
  expect(isBusy()).toBe(true)
  await act(async () => arrive())
  await eventually(() => expect(isBusy()).toBe(false))
})

describe('the service that recognises devices', () => {
  const script = 'https://fingerprint.example/device.js'
  const guarded = { ...view, site: { ...view.site, deviceFingerprintScript: script } }

  test.each([
    [6400, [script]],
    [0, []],
  ])(
    'is loaded on the payment page of an order of %i yen: %j (R-3.40, R-7.73, D-55)',
    async (price, wanted) => {
      const { asked } = answerScripts({})
      await openPayment('/payment', price, CARDS, guarded)
      expect(asked).toEqual(wanted)
    },
  )
})
