import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Bought } from '../shop/stripe.ts'
import { createShop, type StripeShop } from '../shop/shop.ts'
import { joinPayments } from '../second-payment.ts'
import { compareLedgers } from './compare-ledgers.ts'
import type { Money } from './simulators.ts'

const PAID: Money = {
  authorized: 3200,
  captured: 3200,
  refunded: 0,
  voided: 0,
  authorizations: 1,
  net: 3200,
}

let shop: StripeShop
let bought: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  bought = await shop.buy()
})
afterAll(() => shop.close())

/** The inconsistencies when the providers' ledger has these entries for the payment and for others. */
const compare = (money: Money | undefined, others: Readonly<Record<string, Money>> = {}) =>
  compareLedgers(shop.db, {
    ledger: async () => ({ ...(money && { [bought.attemptId]: money }), ...others }),
  })

test('money that was captured for tickets is explained', async () => {
  expect(await shop.stripe.ledger()).toMatchObject({ [bought.attemptId]: PAID })
  expect(await compare(PAID)).toEqual([])
})

const keeps = (yen: number): readonly string[] => [
  `order ${bought.orderId}: the providers keep ${yen} yen, its tickets cost 3200`,
  `order ${bought.orderId}: a provider keeps ${yen} yen, our ledger says 3200`,
]
const standing = (): string => `order ${bought.orderId} left an authorisation standing`

test.each([
  ['charged twice', { ...PAID, captured: 6400, net: 6400, authorized: 6400 }, () => keeps(6400)],
  ['charged a yen too much', { ...PAID, captured: 3201, net: 3201, authorized: 3201 }, () => keeps(3201)],
  ['given back though the tickets admit', { ...PAID, refunded: 3200, net: 0 }, () => keeps(0)],
  ['charged by nobody', undefined, () => keeps(0)],
  ['blocked on the card once more', { ...PAID, authorized: 6400, authorizations: 2 }, () => [standing()]],
  ['blocked and never captured', { ...PAID, captured: 0, net: 0 }, () => [...keeps(0), standing()]],
])('an order that was %s is found (S-1.15)', async (_, money, wrongs) => {
  expect((await compare(money)).toSorted()).toEqual(wrongs().toSorted())
})

test('money of a payment that we do not know is found', async () => {
  expect(await compare(PAID, { stranger: PAID })).toEqual([
    'money moved for stranger, which is not an attempt',
  ])
})

test('a sum that is right, with a yen on the wrong one of two payments, is found', async () => {
  const change = await shop.buy()
  await joinPayments(shop.db, { orderId: bought.orderId, changeId: change.orderId })
  expect(await compare(PAID, { [change.attemptId]: PAID })).toEqual([])
  const [less, more] = [
    { ...PAID, refunded: 1, net: 3199 },
    { ...PAID, captured: 3201, authorized: 3201, net: 3201 },
  ]
  expect(await compare(less, { [change.attemptId]: more })).toEqual([
    `order ${bought.orderId}: a provider keeps 3199 yen, our ledger says 3200`,
    `order ${change.orderId}: a provider keeps 3201 yen, our ledger says 3200`,
  ])
})
