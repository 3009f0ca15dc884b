import { expect, test } from 'vitest'

import { rounds } from '../../../tools/test/proof-choice.ts'
import { unitCostOf } from '../src/order-line.ts'
import { priceOrder, type OrderPrice } from '../src/order-price.ts'
import { sumOf } from '../src/sum.ts'
import { oraclePrice, type OracleOrder } from './price-oracle.ts'
import { createDice, randomOrder } from './random-order.ts'

const ORDERS = rounds({ short: 6_000, whole: 1_000_000 })
const SEED = 20_261_121

test(`${ORDERS} random orders cost what the requirements say, in every figure (D-21, D-22, D-24, S-3.01–S-3.05, S-4.03)`, () => {
  const dice = createDice(SEED)
  const seen = new Set<string>()
  for (let count = 0; count < ORDERS; count += 1) {
    const order = randomOrder(dice)
    const price = priceOrder(order)
    const wrong = firstWrong(order, price)
    if (wrong !== undefined) throw new Error(`${wrong}: ${JSON.stringify({ order, price })}`)
    for (const what of traitsOf(order, price)) seen.add(what)
  }
  // Guards against trivial orders: the comparison has covered these cases.
  expect([...seen].toSorted()).toEqual([
    'all free by the method',
    'campaign',
    'deductions end at 0',
    'extra',
    'fixed_rate',
    'flat_rate',
    'free ticket by its option',
    'invitation',
    'membership',
    'set',
    'several invitations',
    'without coupons',
  ])
}, 300_000)

/** The first figure that is wrong. */
function firstWrong(order: OracleOrder, price: OrderPrice): string | undefined {
  const asked = oraclePrice(order)
  const membership = asked.membershipByLine.reduce((sum, yen) => sum + yen, 0n)
  const figures = {
    subtotal: [price.subtotal, asked.subtotal],
    membership: [price.membershipDiscount, membership],
    price: [price.price, asked.price],
    method: [price.methodDiscount, asked.methodDiscount],
    payable: [price.payable, asked.payable],
    coupons: [price.couponDiscounts.join(), asked.couponDiscounts.join()],
    'membership of the lines': [
      price.lineDiscounts.map(line => line.membership).join(),
      asked.membershipByLine.join(),
    ],
  }
  const wrong = Object.entries(figures).find(([, [ours, theirs]]) => String(ours) !== String(theirs))
  return wrong?.[0] ?? wrongShares(order, price)
}

/** Shares are exact, never negative, and never above what their line costs. */
function wrongShares({ lines }: OracleOrder, price: OrderPrice): string | undefined {
  const { lineDiscounts } = price
  const sums = {
    membership: sumOf(lineDiscounts.map(line => line.membership)) === price.membershipDiscount,
    coupon: sumOf(lineDiscounts.map(line => line.coupon)) === sumOf(price.couponDiscounts),
    method: sumOf(lineDiscounts.map(line => line.method)) === price.methodDiscount,
  }
  const unequal = Object.entries(sums).find(([, isExact]) => !isExact)
  if (unequal !== undefined) return `shares of ${unequal[0]}`
  for (const [index, { membership, coupon, method }] of lineDiscounts.entries()) {
    const cost = unitCostOf(lines[index]!) * lines[index]!.quantity
    if (![membership, coupon, method].every(yen => Number.isSafeInteger(yen) && yen >= 0)) return 'a share'
    if (membership + coupon + method > cost) return 'a share above its line'
    // The method discount is spread evenly: less than a yen from the exact part.
    const exact = BigInt(price.methodDiscount) * BigInt(cost - membership - coupon)
    const error = BigInt(method) * BigInt(price.price) - exact
    if (price.price > 0 && (error >= BigInt(price.price) || error <= -BigInt(price.price)))
      return 'an unfair share'
  }
  return undefined
}

function traitsOf({ lines, coupons, promotion }: OracleOrder, price: OrderPrice): string[] {
  const traits = {
    'without coupons': coupons.length === 0,
    'several invitations': coupons.length > 1,
    membership: promotion !== null && price.membershipDiscount > 0,
    'deductions end at 0': price.price === 0 && price.subtotal > 0,
    'all free by the method': price.price > 0 && price.payable === 0,
    'free ticket by its option': lines.some(
      line => line.kind === 'ticket' && line.basePrice + line.addCost < 0,
    ),
  }
  const named = Object.entries(traits).flatMap(([trait, isTrue]) => (isTrue ? [trait] : []))
  const kinds = lines.map(line => line.kind).filter(kind => kind !== 'ticket')
  return [...named, ...kinds, ...coupons.map(coupon => coupon.kind)]
}
