import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { usePaymentMethods } from '../../parts/paying/methods/payment-methods.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { rememberQuery } from '../../session/query-pieces.ts'
import { useSession } from '../../session/session.ts'
import { keptSpotOrders } from '../../session/spot-orders.ts'
import { SpotScreen } from './spot-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const { product, span } = buildChoice()
const STOCKS = {
  product: { ...product, product_stock_status: 'normal', time_spans: [span] },
  date: '2099-12-02',
  time_spans: [span],
  base_price: 3200,
  product_stock_status: 'normal',
  expires_at: '2099-12-02T10:00:00+09:00',
}
const MADE = { order_token: 'ord_door', expires_at: '2099-12-02T09:15:00+09:00', price: 3200 }
const ORDERS = 'POST /api/v1/spot/orders'

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  localStorage.clear()
  location.hash = ''
})

async function openStart(answers: Readonly<Record<string, unknown>> = {}) {
  const calls = answerFetch({
    'GET /api/v1/spot/products/stocks': STOCKS,
    'GET /api/v1/spot/setproducts/search': [],
    ...answers,
  })
  const { element } = render(
    <FixedRouter route="/spot?qr_token=Q">
      <SpotScreen />
    </FixedRouter>,
    view,
  )
  await eventually(() => expect(element.querySelector('h1')?.textContent).toBe('デジタルフォレスト'))
  const press = (name: string) =>
    click(
      [...element.querySelectorAll('button')].find(b =>
        (b.getAttribute('aria-label') ?? b.textContent).includes(name),
      ),
    )
  return { ...calls, element, press }
}

test('the order at the door is kept apart from that of the web, with what the tag manager is told (R-3.78–3.82)', async () => {
  rememberQuery('/spot?qr_token=Q')
  useSession.setState({ orderToken: 'ord_web', paymentNumber: 'pay_web', payingFor: 'order' })
  const { press, bodies, urls } = await openStart({ [ORDERS]: MADE })
  press('大人を1枚増やす')
  press('お支払いへ')
  await eventually(() => expect(location.hash).toBe('#/spot/payment'))
  expect(bodies.at(-1)).toMatchObject({ time_span_id: 1, quantity: 1 })
  expect(urls.at(-1)).toBe('/api/v1/spot/orders?qr_token=Q')
  expect(useSession.getState()).toMatchObject({
    orderToken: 'ord_web',
    paymentNumber: 'pay_web',
    spotOrderToken: 'ord_door',
    spotQrToken: 'Q',
    savedOrder: null,
    savedSpotOrder: { productTimespanID: 1, isHeld: true },
    spotTagData: { options: [{ option_value_id: 1, count: 1 }], timeSpanId: 1 },
  })
  expect(keptSpotOrders()).toEqual(['ord_door'])
})

test('where today is sold out, the nearest days of the product are one press away, in the order of the web', async () => {
  const day = (date: string, stock_status: string) => ({
    date,
    stock_status,
    display_price: 3200,
    is_sold_out_display_product: false,
  })
  const { element, press } = await openStart({
    'GET /api/v1/spot/products/stocks': { ...STOCKS, time_spans: [] },
    'GET /api/v1/products/stocks-statuses': [
      day('2099-12-03', 'sold_out'),
      day('2099-12-04', 'normal'),
      day('2099-12-06', 'few'),
    ],
  })
  const days = () =>
    [...element.querySelectorAll('li button')].map(button => button.textContent.replace(/\s/g, ''))
  await eventually(() => expect(days()).toEqual(['12月4日（金）', '12月6日（日）']))
  press('12月6日')
  expect(useSession.getState().orderDraft).toMatchObject({
    productUuid: product!.uuid,
    date: '2099-12-06',
    timeSpanId: null,
  })
  expect(location.hash).toBe('#/order')
})

test('a code that ends before the order is made says how to get a new one (R-8.63)', async () => {
  const refusal = new Response(JSON.stringify({ error: 'spot qrCode has expired' }), { status: 400 })
  const { press, element } = await openStart({ [ORDERS]: refusal })
  press('大人を1枚増やす')
  press('お支払いへ')
  await eventually(() =>
    expect(element.querySelector('h1')?.textContent).toBe('QRコードを読み取ってください'),
  )
})

test('an order that was paid meanwhile is asked about before another one is made (S-1.04)', async () => {
  useSession.setState({
    spotOrderToken: 'ord_door',
    paymentNumber: 'pay_1',
    payingBy: 'gmo_paypay',
    payingFor: 'spot',
  })
  const order = buildOrder({ status: 'payment_pending' })
  const { press, asked } = await openStart({ 'GET /api/v1/spot/orders/ord_door': order })
  press('大人を1枚増やす')
  press('お支払いへ')
  await eventually(() =>
    expect(location.hash).toBe('#/payment-callback/gmo_paypay/success?payment_number=pay_1&spot=true'),
  )
  expect(asked).not.toContain(ORDERS)
})

test('the methods at the door do not replace those of the web (R-3.69)', async () => {
  const { urls } = answerFetch({ 'GET /api/v1/paymentmethods': [] })
  function Both() {
    usePaymentMethods('order')
    usePaymentMethods('spot')
    return null
  }
  render(<Both />, view)
  await eventually(() => expect(urls).toHaveLength(2))
  expect(urls.map(url => new URLSearchParams(url.split('?')[1]).get('channel'))).toEqual(['web', 'spot'])
})
