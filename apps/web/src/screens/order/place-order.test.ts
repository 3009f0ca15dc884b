import type { TemporaryOrder } from '@kippu/contract/orders'
import { afterEach, describe, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildChoice } from '../../../test/choice.ts'
import { buildOrder } from '../../../test/order.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { placeOrder } from './place-order.ts'
import { readSavedOrder } from './saved-order.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'

const READ = 'GET /api/v1/orders/ord_1'
const DELETE = 'DELETE /api/v1/orders/ord_1'
const CREATE = 'POST /api/v1/orders'
const CREATED = { order_token: 'ord_2', expires_at: '2099-12-01T10:00:00+09:00', price: 6400 }
const NOT_FOUND = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })
const NOT_DELETED = new Response(JSON.stringify({ error: 'invalid order status' }), { status: 400 })
const CALLBACK = '/payment-callback/stripe_secure/success?payment_number=pay_1'
const PAYING = {
  paymentNumber: 'pay_1',
  savedPayment: { paymentMethodType: 'stripe_secure', paymentData: null, card: null },
} as const
const ENDED = new Response(JSON.stringify({ error: 'session_timeout' }), { status: 400 })

const CHOICE = buildChoice()
const TEA = { uuid: 'T', name: '森のお茶', count: 2, price: 800, span: CHOICE.span }
const GOLD = {
  id: '1',
  name: 'ゴールド会員',
  membership_key: 'club',
  membership_value: 'gold',
  promotion_type: 'percent',
  promotion_amount: 10,
} as const

afterEach(() => useSession.setState(NO_PIECES))

const order = async (choice: Choice, lang: 'ja') => placeOrder(choice, lang, await readSavedOrder(lang))

async function goOn(
  answers: Readonly<Record<string, unknown>>,
  changes: Partial<Choice> = {},
  lang = 'ja' as const,
) {
  useSession.setState({ orderToken: 'ord_1' })
  const { asked, urls } = answerFetch({ [CREATE]: CREATED, [DELETE]: undefined, ...answers })
  const route = await order({ ...CHOICE, ...changes }, lang)
  return { asked, urls, route }
}

describe('going on from the order page (R-4.07, R-8.10)', () => {
  test.each([
    ['ready_checkout', '/payment'],
    // Its address may be wrong or refused, so the visitor can correct it.
    ['mail_sent', '/sign-in'],
    ['temporary', '/sign-in'],
  ] as const)(
    'an order in %s that is still held and matches the page continues at %s',
    async (status, expected) => {
      const { asked, route } = await goOn({ [READ]: buildOrder({ status }) })
      expect(route).toBe(expected)
      expect(asked).toEqual([READ])
      expect(useSession.getState().orderToken).toBe('ord_1')
    },
  )

  test.each([
    ['the number of tickets', buildOrder(), { counts: { 1: 3 } }],
    ['another kind of ticket', buildOrder(), { counts: { 1: 2, 2: 1 } }],
    ['the time', buildOrder(), { span: { ...CHOICE.span!, time_span_id: 2 } }],
    ['the price of the day', buildOrder(), { day: { ...CHOICE.day!, base_price: 3600 } }],
    ['the product', buildOrder(), { product: { ...CHOICE.product!, uuid: 'other' } }],
  ] satisfies [string, TemporaryOrder, Partial<Choice>][])(
    'a change of %s gives the saved order back and makes a new one (S-1.17)',
    async (_, saved, changes) => {
      const { asked, route } = await goOn({ [READ]: saved }, changes)
      expect(asked).toEqual([READ, DELETE, CREATE])
      expect(route).toBe('/sign-in')
      expect(useSession.getState().orderToken).toBe('ord_2')
    },
  )

  test('an order made in another language is the same order, and is read in the visitor’s language (R-4.14)', async () => {
    const { asked, urls, route } = await goOn({ [READ]: buildOrder({ lang: 'en' }) })
    expect(asked).toEqual([READ])
    expect(urls).toEqual(['/api/v1/orders/ord_1?lang=ja'])
    expect(route).toBe('/payment')
  })

  test('an order whose hold has ended is replaced by a new one (S-1.07, R-7.17)', async () => {
    const { asked, route } = await goOn({ [READ]: ENDED.clone(), [DELETE]: ENDED.clone() })
    expect(asked).toEqual([READ, DELETE, CREATE])
    expect(route).toBe('/sign-in')
  })

  test.each(['payment_3ds', 'payment_pending'] as const)(
    'an order in %s is neither given back nor ordered again: its payment comes first (S-1.04)',
    async status => {
      useSession.setState(PAYING)
      const { asked, route } = await goOn({ [READ]: buildOrder({ status }) }, { counts: { 1: 3 } })
      expect(asked).toEqual([READ])
      expect(route).toBe(CALLBACK)
      expect(useSession.getState()).toMatchObject({ orderToken: 'ord_1', paymentNumber: 'pay_1' })
    },
  )

  test('a payment whose number never arrived is asked about on the confirmation page (S-1.13)', async () => {
    const { asked, route } = await goOn({ [READ]: buildOrder({ status: 'payment_pending' }) })
    expect(asked).toEqual([READ])
    expect(route).toBe('/confirm')
  })

  test('an order whose payment another tab began meanwhile stays (S-1.17)', async () => {
    const { asked, route } = await goOn(
      { [READ]: buildOrder(), [DELETE]: NOT_DELETED.clone() },
      { counts: { 1: 3 } },
    )
    expect(asked).toEqual([READ, DELETE])
    expect(route).toBe('/confirm')
    expect(useSession.getState().orderToken).toBe('ord_1')
  })

  test('an order that was paid in this tab and is no longer found leads to its payment, once (S-1.04)', async () => {
    useSession.setState(PAYING)
    const bought = { [READ]: NOT_FOUND.clone(), [DELETE]: NOT_FOUND.clone() }
    const first = await goOn(bought)
    expect(first.asked).toEqual([READ])
    expect(first.route).toBe(CALLBACK)
    const second = await goOn(bought)
    expect(second.asked).toEqual([READ, DELETE, CREATE])
    expect(second.route).toBe('/sign-in')
  })

  test('a new order knows nothing of the payment of the previous one', async () => {
    useSession.setState(PAYING)
    await goOn({ [READ]: ENDED.clone(), [DELETE]: ENDED.clone() })
    expect(useSession.getState()).toMatchObject({ orderToken: 'ord_2', paymentNumber: null })
  })

  test('without an answer no order is given back and no order is made', async () => {
    await expect(goOn({ [READ]: new Response('{}', { status: 503 }) })).rejects.toMatchObject({ status: 503 })
    expect(useSession.getState().orderToken).toBe('ord_1')
  })

  test('a first order makes no other call', async () => {
    const { asked, bodies } = answerFetch({ [CREATE]: CREATED })
    expect(await order(CHOICE, 'ja')).toBe('/sign-in')
    expect(asked).toEqual([CREATE])
    expect(bodies).toEqual([
      {
        lang: 'ja',
        product_uuid: CHOICE.product?.uuid,
        time_span_id: 1,
        quantity: 2,
        option_values: [{ option_value_id: 1, quantity: 2 }],
        set_products: [],
      },
    ])
    expect(useSession.getState().savedOrder?.expiresAt).toBe(CREATED.expires_at)
    expect(useSession.getState().savedOrder?.productOptions).toEqual([
      { option_value_id: 1, type: 'ticket_type', name: '大人', price: 3200, count: 2 },
    ])
  })

  test('set products and the membership from the address are part of the order, and are saved (R-7.12, R-3.72)', async () => {
    const { bodies } = answerFetch({ [CREATE]: CREATED })
    await order({ ...CHOICE, sets: [TEA], promotion: GOLD }, 'ja')
    expect(bodies).toMatchObject([
      {
        quantity: 2,
        set_products: [{ uuid: 'T', time_span_id: 1, quantity: 2 }],
        membership_key: 'club',
        membership_value: 'gold',
      },
    ])
    expect(useSession.getState().savedOrder?.setProducts).toEqual([
      { uuid: 'T', timeSpanId: 1, name: '森のお茶', price: 800, count: 2 },
    ])
  })

  test.each([
    ['as many of them', 2, [READ]],
    ['another number of them', 1, [READ, DELETE, CREATE]],
  ])(
    'whether an order with set products stays the same order: with %s (S-1.17)',
    async (_, count, expected) => {
      const saved = { [READ]: NOT_FOUND, [CREATE]: CREATED }
      answerFetch(saved)
      await order({ ...CHOICE, sets: [TEA] }, 'ja')
      const { asked } = await goOn({ [READ]: buildOrder({ subtotal: 8000 }) }, { sets: [{ ...TEA, count }] })
      expect(asked).toEqual(expected)
    },
  )

  test('a promotion that the previous order lacks makes it a different order', async () => {
    const { asked } = await goOn({ [READ]: buildOrder() }, { promotion: GOLD })
    expect(asked).toEqual([READ, DELETE, CREATE])
  })
})
