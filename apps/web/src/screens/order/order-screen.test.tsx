import type { OrderFirstView, SiteView } from '@kippu/contract/first-view'
import type { Product, StockStatusRow } from '@kippu/contract/products'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, describe, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildChoice } from '../../../test/choice.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { OrderScreen } from './order-screen.tsx'

const STATUSES = 'GET /api/v1/products/stocks-statuses'
const STOCKS = 'GET /api/v1/products/stocks'
const OF_DAY = 'GET /api/v1/products/search2'
const DAYS = 'GET /api/v1/products/search'
const SETS = 'GET /api/v1/setproducts/search'
const COLORS = 'GET /api/v1/calendar/colors'
const PROMOTION = 'GET /api/v1/membership/promotion'
const CREATE = 'POST /api/v1/orders'

const DATE = '2026-12-05'
const FOREST: Product = {
  ...buildChoice().product!,
  options: [
    {
      id: 1,
      name: '券種',
      type: 'ticket_type',
      values: [
        { option_value_id: 1, name: '大人', add_cost: 0, caution: null },
        { option_value_id: 2, name: '子ども', add_cost: -2200, caution: '保護者とご一緒に' },
      ],
    },
    {
      id: 2,
      name: '音声ガイド',
      type: 'extra',
      values: [{ option_value_id: 9, name: 'ガイド機', add_cost: 500, caution: null }],
    },
  ],
}
const GARDEN: Product = { ...FOREST, id: 2, uuid: '9c676e1f-7a49-4560-b6d5-33be3f8df576', name: '夜の庭' }
const spanAt = (time_span_id: number, hour: number, stock_count = 50) => ({
  time_span_id,
  from: `${DATE}T${hour}:00:00+09:00`,
  to: `${DATE}T${hour}:30:00+09:00`,
  stock_count,
  remaining_stock: stock_count,
  options: [],
})
const stockOf = (base_price: number, spans = [spanAt(1, 10), spanAt(2, 11, 3)]) => ({
  base_price,
  product_stock_status: 'normal',
  time_spans: spans,
})
const TEA = {
  uuid: '5d1c2f0e-6f5b-4b0a-9a53-2f8e0c7a41d6',
  name: '森のお茶',
  description: '',
  image_path: null,
  base_price: 800,
  num: 0,
  time_spans: [spanAt(71, 13)],
}
const GOLD = {
  id: '1',
  name: 'ゴールド会員',
  membership_key: 'club',
  membership_value: 'gold',
  promotion_type: 'percent',
  promotion_amount: 10,
}
const ROW: StockStatusRow = {
  date: DATE,
  stock_status: 'normal',
  display_price: 3200,
  is_sold_out_display_product: false,
}

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

interface PageOptions {
  readonly site?: Partial<SiteView>
  readonly view?: Partial<OrderFirstView>
  readonly route?: string
  readonly answers?: Readonly<Record<string, unknown>>
}

async function open({ site, view, route = '/', answers }: PageOptions = {}) {
  const all = { [STOCKS]: stockOf(3200), [SETS]: [], [STATUSES]: [ROW], ...answers }
  const fetched = answerFetch(all)
  const base = buildFirstView({
    texts: textsOf('ja'),
    products: [FOREST, GARDEN],
    productUuid: FOREST.uuid,
    stock: [ROW],
    writtenAt: Date.now(),
  })
  const screen = (
    <FixedRouter route={route}>
      <OrderScreen />
    </FixedRouter>
  )
  const { element } = render(screen, { ...base, ...view, site: { ...base.site, ...site } })
  const labelled = (name: string) => element.querySelector(`[aria-label="${name}"]`)
  const page = {
    ...fetched,
    element,
    answers: all,
    titles: () => [...element.querySelectorAll('h2')].map(({ textContent }) => textContent),
    text: () => element.textContent,
    day: () => click(element.querySelector(`[data-date="${DATE}"]`)),
    slot: (id: number) => click(element.querySelectorAll('fieldset[class*="slots"] input')[id - 1]),
    product: (name: string) =>
      [...element.querySelectorAll('label')].find(label => label.textContent?.includes(name)),
    more: (name: string) => click(labelled(`${name}を1枚増やす`)),
    moreSets: (name: string) => click(labelled(`${name}を1点増やす`)),
    counts: () => [...element.querySelectorAll('output')].map(({ textContent }) => Number(textContent)),
    button: (name: string) => [...element.querySelectorAll('button')].find(it => it.textContent === name),
    total: () => element.querySelector('strong data')?.textContent,
  }
  return page
}

/** Chooses the day, its first time, and two adults. */
async function openChosen(opening: PageOptions = {}) {
  const page = await open(opening)
  await eventually(() => expect(page.button('次へ進む')).toBeDefined())
  page.day()
  await eventually(() => expect(page.text()).toContain('10:00 ~ 10:30'))
  page.slot(1)
  page.more('大人')
  page.more('大人')
  return page
}

describe('the layouts (R-4.03)', () => {
  test('product first: the cards, then the calendar of the product, then time and tickets (R-4.01)', async () => {
    const page = await open()
    await eventually(() =>
      expect(page.titles()).toEqual(['チケットの種類', 'ご来場日', '入場時間', '枚数', 'ご注文内容']),
    )
    expect(page.asked).toEqual([])
  })

  test('date first: the calendar, then the products of the day, sold-out ones as such (R-4.02)', async () => {
    const ofDay = [
      { ...FOREST, product_stock_status: 'sold_out', time_spans: [] },
      { ...GARDEN, product_stock_status: 'normal', time_spans: [spanAt(1, 10)] },
    ]
    const page = await open({
      site: { orderLayout: 'date_first' },
      view: { productUuid: null },
      answers: { [OF_DAY]: ofDay, [STATUSES]: [ROW, { ...ROW, date: '2026-12-09' }] },
    })
    await eventually(() =>
      expect(page.titles()).toEqual(['ご来場日', 'チケットの種類', '枚数', 'ご注文内容']),
    )
    expect(page.text()).not.toContain('デジタルフォレスト')
    page.day()
    await eventually(() => expect(page.product('デジタルフォレスト')?.textContent).toContain('完売'))
    expect(page.product('デジタルフォレスト')?.querySelector('input')?.disabled).toBe(true)
    // The one that is sold out has its nearest days below the cards.
    await eventually(() => expect(page.text()).toContain('デジタルフォレストの空きのある近い日12月9日'))
    click(page.product('夜の庭')?.querySelector('input'))
    await eventually(() => expect(page.text()).toContain('10:00 ~ 10:30'))
    expect(page.asked.slice(0, 3)).toEqual([OF_DAY, STATUSES, STOCKS])
  })

  test('stock is requested in Japanese, products of a day in the visitor’s language (D-47, R-9.21)', async () => {
    const page = await open({
      site: { orderLayout: 'date_first' },
      view: { ...buildFirstView({ lang: 'en' }), texts: textsOf('en'), products: [FOREST], stock: [ROW] },
      answers: {
        [OF_DAY]: [{ ...FOREST, product_stock_status: 'normal', time_spans: [spanAt(1, 10)] }],
        [STATUSES]: [ROW],
      },
    })
    await eventually(() => expect(page.titles()).toContain('Number of tickets'))
    page.day()
    await eventually(() => expect(page.product('デジタルフォレスト')).toBeDefined())
    click(page.product('デジタルフォレスト')?.querySelector('input'))
    await eventually(() =>
      expect(page.urls.find(url => url.startsWith('/api/v1/products/stocks?'))).toContain('lang=ja'),
    )
    expect(page.urls.find(url => url.startsWith('/api/v1/products/search2'))).toContain('lang=en')
  })
})

describe('the booking types (D-48)', () => {
  test('a timed product shows its times, and those with few places left say how many (R-9.45)', async () => {
    const page = await open()
    await eventually(() => expect(page.button('次へ進む')).toBeDefined())
    page.day()
    await eventually(() => expect(page.text()).toContain('11:00 ~ 11:30あと3枚'))
  })

  test.each([
    ['date', []],
    ['period', ['ご利用期間：2026年12月5日（土）〜2026年12月5日（土）']],
  ] as const)('a product of a %s asks for no time', async (sale_type, said) => {
    const product = { ...FOREST, sale_type }
    const page = await open({
      view: { products: [product] },
      answers: { [STOCKS]: stockOf(3200, [spanAt(1, 10)]) },
    })
    await eventually(() => expect(page.button('次へ進む')).toBeDefined())
    page.day()
    await eventually(() => expect(page.asked).toContain(STOCKS))
    page.more('大人')
    await eventually(() => expect(page.total()).toBe('3,200円'))
    expect(page.titles()).not.toContain('入場時間')
    for (const words of said) expect(page.text()).toContain(words)
  })
})

describe('how many', () => {
  test.each([
    [undefined, 10],
    ['4', 4],
  ])(
    'with Max_Ticket %j the sum over all kinds is at most %i (R-9.06, R-9.07, D-01)',
    async (setting, most) => {
      const page = await open({ view: { settings: setting === undefined ? {} : { Max_Ticket: setting } } })
      await eventually(() => expect(page.button('次へ進む')).toBeDefined())
      for (let i = 0; i < most + 2; i++) page.more('大人')
      expect(page.counts()).toEqual([most, 0, 0])
    },
  )

  test('an extra goes with people: one each, and none without people', async () => {
    const page = await open()
    await eventually(() => expect(page.button('次へ進む')).toBeDefined())
    page.more('ガイド機')
    expect(page.counts()).toEqual([0, 0, 0])
    page.more('大人')
    page.more('ガイド機')
    page.more('ガイド機')
    expect(page.counts()).toEqual([1, 0, 1])
    expect(page.total()).toBe('3,700円')
  })

  test('a kind with a caution is counted once the visitor has acknowledged it (R-2.08, D-53)', async () => {
    const page = await open()
    await eventually(() => expect(page.button('次へ進む')).toBeDefined())
    page.more('子ども')
    await eventually(() => expect(page.text()).toContain('保護者とご一緒に'))
    expect(page.counts()).toEqual([0, 0, 0])
    click(page.button('確認しました'))
    expect(page.counts()).toEqual([0, 1, 0])
  })

  test('a day that cannot hold the party is sold out in the calendar (R-4.27, D-04)', async () => {
    const few: StockStatusRow = { ...ROW, stock_status: 'few' }
    const day = { date: DATE, ...stockOf(3200, [spanAt(1, 10, 2), spanAt(2, 11, 2)]) }
    const page = await open({
      view: { stock: [few] },
      answers: { [DAYS]: [{ ...FOREST, days: [day] }] },
    })
    const state = () => page.element.querySelector(`[data-date="${DATE}"]`)?.getAttribute('data-state')
    await eventually(() => expect(page.button('次へ進む')).toBeDefined())
    for (let i = 0; i < 3; i++) page.more('大人')
    await eventually(() => expect(state()).toBe('sold-out'))
  })
})

test('the result card shows product, day, time, each line with its price, and the total (R-2.09)', async () => {
  const page = await openChosen()
  const card = page.element.querySelector('section:has(strong)')
  expect([...card!.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'デジタルフォレスト',
    '2026年12月5日（土）',
    '10:00 ~ 10:30',
    '大人3,200円 × 2枚6,400円',
  ])
  expect(page.total()).toBe('6,400円')
})

describe('set products', () => {
  test('are offered with the visit; as many as tickets need no confirmation', async () => {
    const page = await openChosen({ answers: { [SETS]: [TEA], [DAYS]: [] } })
    await eventually(() => expect(page.text()).toContain('森のお茶'))
    page.moreSets('森のお茶')
    page.moreSets('森のお茶')
    expect(page.total()).toBe('8,000円')
    click(page.button('次へ進む'))
    await eventually(() => expect(page.asked).toContain(CREATE))
    expect(page.bodies).toMatchObject([
      { quantity: 2, set_products: [{ uuid: TEA.uuid, time_span_id: 71, quantity: 2 }] },
    ])
  })

  test('a number that differs from that of the tickets needs a confirmation: cancel stays, OK goes on (R-2.07, D-53)', async () => {
    const page = await openChosen({ answers: { [SETS]: [TEA], [DAYS]: [] } })
    await eventually(() => expect(page.text()).toContain('森のお茶'))
    page.moreSets('森のお茶')
    click(page.button('次へ進む'))
    const words = 'チケット2枚に対して、「森のお茶」は1点です。'
    await eventually(() => expect(page.element.querySelector('dialog')?.textContent).toContain(words))
    click(page.button('変更する'))
    expect(page.element.querySelector('dialog')).toBeNull()
    expect(page.asked).not.toContain(CREATE)
    click(page.button('次へ進む'))
    await eventually(() => expect(page.button('このまま進む')).toBeDefined())
    click(page.button('このまま進む'))
    await eventually(() => expect(page.asked).toContain(CREATE))
  })

  test('one that is not offered on the new day says so, and can be removed (D-06)', async () => {
    const page = await openChosen({ answers: { [SETS]: [], [DAYS]: [] } })
    const sets = { [TEA.uuid]: { name: '森のお茶', count: 1, timeSpanId: null } }
    act(() =>
      useSession.setState(({ orderDraft }) => ({ orderDraft: orderDraft && { ...orderDraft, sets } })),
    )
    await eventually(() => expect(page.text()).toContain('「森のお茶」は、お選びの日時には'))
    click(page.button('次へ進む'))
    expect(page.element.querySelector('[role=alert]')?.textContent).toContain('数と時間をご確認ください')
    click(page.button('「森のお茶」を取り消す'))
    await eventually(() => expect(page.text()).not.toContain('森のお茶'))
  })
})

test('a price that changed since the page showed it is announced before the order is made (R-2.07, D-53)', async () => {
  const answers: Record<string, unknown> = { [STOCKS]: stockOf(3200), [SETS]: [] }
  const page = await openChosen({ answers })
  Object.assign(page.answers, { [STOCKS]: stockOf(3600) })
  click(page.button('次へ進む'))
  await eventually(() =>
    expect(page.element.querySelector('dialog')?.textContent).toContain('3,200円から3,600円に'),
  )
  expect(page.total()).toBe('7,200円')
  click(page.button('このまま進む'))
  await eventually(() => expect(page.asked).toContain(CREATE))
})

test('coupons of the previous order are announced before it is given back; cancel keeps it (S-1.17, R-2.07)', async () => {
  const created = { order_token: 'ord_2', expires_at: '2099-12-01T10:00:00+09:00', price: 6400 }
  const [READ, DELETE] = ['GET /api/v1/orders/ord_1', 'DELETE /api/v1/orders/ord_1']
  const coupons = [{ coupon_code: 'FLAT500', coupon_name: '500円引き', coupon_discount: 500, ends_on: null }]
  useSession.setState({ orderToken: 'ord_1' })
  const page = await openChosen({
    answers: { [READ]: buildOrder({ coupons }), [DELETE]: undefined, [CREATE]: created },
  })
  page.more('大人')
  const next = async () => {
    click(page.button('次へ進む'))
    const words = 'クーポン「FLAT500」は、もう一度'
    await eventually(() => expect(page.element.querySelector('dialog')?.textContent).toContain(words))
  }
  await next()
  click(page.button('変更する'))
  expect(page.asked).not.toContain(DELETE)
  expect(useSession.getState().orderToken).toBe('ord_1')
  await next()
  click(page.button('このまま進む'))
  await eventually(() => expect(useSession.getState().orderToken).toBe('ord_2'))
  expect(page.asked).toContain(DELETE)
})

test('two presses at once make one order (S-1.17)', async () => {
  const created = { order_token: 'ord_2', expires_at: '2099-12-01T10:00:00+09:00', price: 6400 }
  const page = await openChosen({ answers: { [CREATE]: created } })
  const next = page.button('次へ進む')
  act(() => {
    next?.click()
    next?.click()
  })
  await eventually(() => expect(location.hash).toBe('#/sign-in'))
  expect(page.asked.filter(name => name === CREATE)).toHaveLength(1)
})

test('a time that sold out since the page showed it must be chosen again (D-04)', async () => {
  const page = await openChosen()
  Object.assign(page.answers, { [STOCKS]: stockOf(3200, [spanAt(1, 10, 1), spanAt(2, 11)]) })
  click(page.button('次へ進む'))
  await eventually(() =>
    expect(page.element.querySelector('[role=alert]')?.textContent).toContain('入場時間をお選びください'),
  )
  expect(page.asked).not.toContain(CREATE)
})

test('date first: a day with too few places for the party says how many are left, beside the tickets (R-4.02, D-04)', async () => {
  const product = { ...FOREST, sale_type: 'date' as const }
  const page = await open({
    site: { orderLayout: 'date_first' },
    view: { productUuid: null, products: [product] },
    answers: {
      [OF_DAY]: [{ ...product, product_stock_status: 'is_few', time_spans: [spanAt(1, 10, 2)] }],
      [STOCKS]: stockOf(3200, [spanAt(1, 10, 2)]),
    },
  })
  await eventually(() => expect(page.button('次へ進む')).toBeDefined())
  page.day()
  await eventually(() => expect(page.product('デジタルフォレスト')).toBeDefined())
  click(page.product('デジタルフォレスト')?.querySelector('input'))
  await eventually(() => expect(page.asked).toContain(STOCKS))
  for (let i = 0; i < 3; i++) page.more('大人')
  await eventually(() => expect(page.total()).toBe('9,600円'))
  click(page.button('次へ進む'))
  expect(page.element.querySelector('[role=alert]')?.textContent).toContain('残り2枚です')
  expect(document.activeElement?.id).toBe('choose-tickets')
  expect(page.asked).not.toContain(CREATE)
})

describe('a membership in the address (R-3.72)', () => {
  const come = () =>
    useSession.setState({
      membershipInQuery: { membershipKey: 'club', membershipValue: 'gold', token: null },
    })
  test('its promotion is named and taken off the total, and applies to the order (R-7.48)', async () => {
    come()
    const page = await openChosen({ answers: { [PROMOTION]: GOLD } })
    await eventually(() => expect(page.text()).toContain('会員特典「ゴールド会員」が適用されます'))
    expect(page.text()).toContain('ゴールド会員−640円')
    expect(page.total()).toBe('5,760円')
    click(page.button('次へ進む'))
    await eventually(() => expect(page.asked).toContain(CREATE))
    expect(page.bodies).toMatchObject([{ membership_key: 'club', membership_value: 'gold' }])
  })
  test('an unknown pair changes nothing (R-7.49)', async () => {
    come()
    const none = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })
    const page = await openChosen({ answers: { [PROMOTION]: none } })
    await eventually(() => expect(page.asked).toContain(PROMOTION))
    expect(page.total()).toBe('6,400円')
    expect(page.element.querySelector('[role=alert]')).toBeNull()
  })
})

describe('sites that require something in the address', () => {
  const members = {
    membership: { loginType: 'Token', disabled: false, required: true, skipMailAuthentication: true },
  } as const
  const token = (value: string | null) =>
    useSession.setState({ membershipInQuery: { membershipKey: null, membershipValue: null, token: value } })

  test('without a token there is no product and no calendar, only what to do; with one both appear (R-1.39)', async () => {
    const page = await open({ site: members })
    await eventually(() => expect(page.text()).toContain('会員の方のみご購入いただけます'))
    expect(page.text()).not.toContain('デジタルフォレスト')
    expect(page.element.querySelector('[data-date]')).toBeNull()
    act(() => token('tok'))
    await eventually(() => expect(page.titles()).toContain('ご来場日'))
  })

  test('without a product nothing is sold; with one, only that product (R-1.40, R-3.39)', async () => {
    const page = await open({ site: { requiresProduct: true } })
    await eventually(() => expect(page.text()).toContain('チケットは展覧会ごとにご用意しています'))
    expect(page.text()).not.toContain('デジタルフォレスト')
    act(() => useSession.setState({ productInQuery: FOREST.uuid }))
    await eventually(() => expect(page.text()).toContain('デジタルフォレスト'))
    expect(page.text()).not.toContain('夜の庭')
  })

  test('a product that does not exist is not found (R-1.40)', async () => {
    useSession.setState({ productInQuery: '00000000-0000-4000-8000-000000000000' })
    await open({ site: { requiresProduct: true } })
    await eventually(() => expect(location.hash).toBe('#/not-found'))
  })
})

describe('a product in the address (R-8.19)', () => {
  const chosen = { productUuid: GARDEN.uuid, date: DATE, timeSpanId: 1, counts: { 1: 2 }, sets: {} }
  const draft = () => useSession.getState().orderDraft
  const openAt = (uuid: string, site: Partial<SiteView> = {}) =>
    open({ site, route: `/order?product=${uuid}` })

  test('is chosen, and a product that differs from the chosen one clears the choices', async () => {
    useSession.setState({ orderDraft: chosen })
    await openAt(FOREST.uuid)
    expect(draft()).toMatchObject({ productUuid: FOREST.uuid, date: null, counts: {} })
  })

  test('that was applied already clears no choices: on the way back, in another language (R-4.03)', async () => {
    useSession.setState({ orderDraft: { ...chosen, askedProduct: FOREST.uuid } })
    await openAt(FOREST.uuid)
    expect(draft()).toMatchObject(chosen)
  })

  test('that is already chosen keeps the choices, as after a failure (R-2.74)', async () => {
    useSession.setState({ orderDraft: { ...chosen, askedProduct: FOREST.uuid } })
    await openAt(GARDEN.uuid)
    expect(draft()).toMatchObject({ ...chosen, askedProduct: GARDEN.uuid })
  })

  test.each([{}, { requiresProduct: true }])(
    'that does not exist is never requested: the next valid link works (R-1.40) %j',
    async site => {
      act(() => useSession.setState({ productInQuery: 'nonsense' }))
      await openAt('nonsense', site)
      expect(draft()).toBeNull()
      act(() => useSession.setState({ productInQuery: GARDEN.uuid }))
      const { urls } = await open({ site, view: { writtenAt: 0 }, route: `/order?product=${GARDEN.uuid}` })
      await eventually(() => expect(urls.join(' ')).toContain(GARDEN.uuid))
      expect(draft()?.productUuid).toBe(GARDEN.uuid)
      expect(urls.join(' ')).not.toContain('nonsense')
    },
  )
})

test.each([true, false])(
  'colours of days are requested only where the site has them: %s (R-2.89)',
  async calendarColors => {
    const page = await open({ site: { calendarColors }, view: { writtenAt: 0 }, answers: { [COLORS]: [] } })
    await eventually(() => expect(page.asked).toContain(STATUSES))
    await eventually(() => expect(page.asked.includes(COLORS)).toBe(calendarColors))
  },
)
