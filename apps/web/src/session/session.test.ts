import { beforeEach, describe, expect, test } from 'vitest'

import { NO_PIECES } from './pieces.ts'
import type { Pieces, SavedOrder } from './pieces.ts'
import {
  cacheToast,
  openSession,
  resetAll,
  resetOrder,
  SITE_CODE,
  takeCachedToast,
  useSession,
} from './session.ts'

const savedOrder: SavedOrder = {
  productUuid: 'P',
  productName: 'Digital Forest',
  saleType: 'time',
  date: '2026-12-01',
  productTimespanID: 7,
  from: '2026-12-01T10:00:00+09:00',
  to: '2026-12-01T10:30:00+09:00',
  expiresAt: '2026-11-30T10:00:00+09:00',
  productOptions: [{ option_value_id: 1, type: 'ticket_type', name: 'Adult', price: 3200, count: 2 }],
  setProducts: [],
}
const everything: Partial<Pieces> = {
  orderToken: 'ord_1',
  mailToken: 'mail_1',
  savedOrder,
  savedSignIn: { termsAccepted: true, acceptMailMagazine: false, acceptTeamLabMailMagazine: false },
  savedPayment: { paymentMethodType: 'stripe', paymentData: null, card: null },
  completeData: { reservationToken: 'r', reservationNumber: 'n', paymentNumber: 'p' },
  purchaseData: {
    transaction_id: 'n',
    value: 6400,
    currency: 'JPY',
    tax: 581,
    coupon: null,
    payment_type: 'stripe',
    items: [{ item_id: 'u', item_name: 'Forest', item_variant: 'Adult', price: 3200, quantity: 2 }],
  },
}

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
})

test.each(['demo', 'mori', 'boc'])(
  'R-2.87, D-39: knows the site code from the start, on %s too',
  async siteKey => {
    await openSession(siteKey)
    expect(useSession.getState().siteCode).toBe(SITE_CODE)
    resetAll()
    expect(useSession.getState().siteCode).toBe('docomo')
  },
)

describe('the session', () => {
  test('R-4.11, D-52: a piece has its key, prefixed with the site, only after its step', () => {
    expect(Object.keys(sessionStorage)).toEqual([])
    useSession.setState({ savedOrder })
    expect(Object.keys(sessionStorage)).toEqual(['demo:savedOrder'])
  })

  test('R-3.63: the saved order page keeps the names of the requirement', () => {
    useSession.setState({ savedOrder })
    expect(JSON.parse(sessionStorage.getItem('demo:savedOrder') ?? '')).toMatchObject({
      productTimespanID: 7,
      productOptions: [{ name: 'Adult', price: 3200, count: 2 }],
    })
  })

  test.each([
    ['R-3.60', { mailToken: 'mail_1' }],
    ['R-3.61', { orderToken: 'ord_1' }],
    ['R-3.62', { paymentNumber: 'pay_1' }],
    ['R-3.65', { payingBy: 'alipay' }],
    ['R-3.67', { purchaseData: everything.purchaseData! }],
    ['R-3.70', { dPayState: 'state_1' }],
    ['D-07', { memberOrder: 'ord_1' }],
    ['R-4.07', { savedOrder }],
    ['R-4.08', { savedSignIn: everything.savedSignIn! }],
    ['R-4.09', { savedPayment: everything.savedPayment! }],
    ['R-4.10', { completeData: everything.completeData! }],
  ] as const)('%s: one piece has one key, and is there again after a reload', async (_, piece) => {
    useSession.setState(piece)
    expect(Object.keys(sessionStorage)).toEqual([`demo:${Object.keys(piece)[0]}`])
    await openSession('demo')
    expect(useSession.getState()).toMatchObject({ ...NO_PIECES, ...piece })
  })

  test('a reload restores the stored pieces, and forgets those that no longer fit', async () => {
    useSession.setState(everything)
    sessionStorage.setItem('demo:savedPayment', '{"paymentMethodType":"card"}')
    sessionStorage.setItem('demo:savedSignIn', 'no json')
    await openSession('demo')
    expect(useSession.getState()).toMatchObject({
      orderToken: 'ord_1',
      savedPayment: null,
      savedSignIn: null,
    })
  })

  test('D-52: another site of the same origin sees nothing', async () => {
    useSession.setState(everything)
    await openSession('mori')
    expect(useSession.getState()).toMatchObject(NO_PIECES)
  })

  test('R-4.12: resetting the order clears order, sign-in and payment, and nothing else', () => {
    useSession.setState(everything)
    resetOrder()
    expect(Object.keys(sessionStorage).toSorted()).toEqual([
      'demo:completeData',
      'demo:mailToken',
      'demo:orderToken',
      'demo:purchaseData',
    ])
  })

  test('R-4.13: resetting everything leaves no token and an empty storage', () => {
    useSession.setState(everything)
    sessionStorage.setItem('other', 'x')
    localStorage.setItem('demo:lastMethod', 'konbini')
    resetAll()
    expect(sessionStorage).toHaveLength(0)
    expect(localStorage.getItem('demo:lastMethod')).toBeNull()
    expect(useSession.getState()).toMatchObject(NO_PIECES)
  })

  test('R-4.15: a cached toast is returned once', () => {
    cacheToast('copied')
    expect(takeCachedToast()).toBe('copied')
    expect(takeCachedToast()).toBeNull()
  })
})
