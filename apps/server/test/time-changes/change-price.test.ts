import { ticketPrices } from '@kippu/domain/ticket-prices'
import { priceOrder } from '@kippu/domain/order-price'
import { unitCostOf } from '@kippu/domain/order-line'
import { sumOf } from '@kippu/domain/sum'
import { changeMoney } from '@kippu/domain/time-change'
import { expect, test } from 'vitest'

import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import {
  type OracleLine,
  type OracleOrder,
  oraclePrice,
} from '../../../../packages/domain/test/price-oracle.ts'
import { createDice, type Dice, randomOrder } from '../../../../packages/domain/test/random-order.ts'
import type { StoredLine } from '../../src/orders/price/stored-lines.ts'
import type { LiveTicket } from '../../src/sales/time-change/find-movable.ts'
import { liveLinesOf } from '../../src/sales/time-change/live-lines.ts'
import { type NewPrices, priceAnew } from '../../src/sales/time-change/new-price.ts'

const CHANGES = rounds({ short: 5_000, whole: 100_000 })
const SEED = seedOf(37)

const VISIT_SPAN = 1
const PRODUCT = 1

/** A bought visit of which some tickets were given back, and the prices of another day. */
interface Case {
  readonly order: OracleOrder
  /** What was bought, as it is stored. */
  readonly stored: readonly StoredLine[]
  /** Of each line, the prices of the tickets that are left, in yen. */
  readonly left: ReadonlyArray<readonly number[]>
  readonly prices: NewPrices
  /** Yen that a move before kept. */
  readonly kept: number
  readonly givesBack: boolean
}

test(`${CHANGES} random changes cost what the requirements say, in all and by line; FC_SEED=${SEED} (S-11.08–11, S-4.05, D-41)`, () => {
  const dice = createDice(SEED)
  const seen = new Set<string>()
  for (let count = 0; count < CHANGES; count += 1) {
    const one = randomCase(dice)
    const wrong = firstWrong(one)
    if (wrong !== undefined) throw new Error(`${wrong}: ${JSON.stringify(one)}`)
    for (const trait of traitsOf(one)) seen.add(trait)
  }
  expect([...seen].toSorted()).toEqual([
    'an extra shrinks',
    'campaign',
    'cheaper',
    'dearer',
    'extra',
    'fixed_rate',
    'flat_rate',
    'invitation',
    'kept before',
    'membership',
    'partly given back',
    'set',
    'the same',
  ])
}, 300_000)

function randomCase(dice: Dice): Case {
  const order = { ...randomOrder(dice), method: null }
  const price = priceOrder(order)
  const stored = order.lines.map((line, index): StoredLine => {
    const { membership = 0, coupon = 0 } = price.lineDiscounts[index] ?? {}
    const isSet = line.kind === 'set'
    return {
      kind: line.kind,
      quantity: line.quantity,
      basePrice: unitCostOf(line),
      addCost: 0,
      position: index,
      discounts: membership + coupon,
      methodDiscount: 0,
      productId: isSet ? 100 + index : PRODUCT,
      timeSpanId: isSet ? 100 + index : VISIT_SPAN,
      optionValueId: isSet ? null : index + 1,
      taxRate: 10,
      stock: 'held',
      formerPrice: null,
    }
  })
  const bought = ticketPrices(
    stored.map(line => ({
      kind: line.kind,
      quantity: line.quantity,
      paid: line.basePrice * line.quantity - line.discounts,
    })),
  )
  const isPartlyGone = dice.happens(50)
  const left = bought.map(prices => prices.filter(() => !isPartlyGone || dice.happens(70)))
  const hasAdmission = left.some((prices, index) => stored[index]?.kind === 'ticket' && prices.length > 0)
  const isOtherDay = dice.happens(90)
  const priceNear = (yen: number): number => Math.max(0, yen + (isOtherDay ? dice.between(-900, 900) : 0))
  return {
    order,
    stored,
    left: hasAdmission ? left : bought,
    prices: {
      basePrice: priceNear(order.lines[0]?.basePrice ?? 0),
      addCosts: new Map(order.lines.map(({ addCost }, index) => [index + 1, addCost])),
      setPrices: new Map(order.lines.map(({ basePrice }, index) => [100 + index, priceNear(basePrice)])),
    },
    kept: dice.happens(15) ? dice.between(1, 2_000) : 0,
    givesBack: dice.happens(70),
  }
}

/** How many of a line go along: one a ticket; of an extra the least whole number that is the party's share. */
function quantitiesOf({ order, left }: Case): number[] {
  const isGate = (index: number): boolean => order.lines[index]?.kind === 'ticket'
  const live = sumOf(left.map((prices, index) => (isGate(index) ? prices.length : 0)))
  const all = sumOf(order.lines.filter(({ kind }) => kind === 'ticket').map(({ quantity }) => quantity))
  return order.lines.map(({ kind, quantity }, index) => {
    if (kind !== 'extra') return left[index]?.length ?? 0
    let share = 0
    while (share * all < quantity * live) share += 1
    return share
  })
}

/** The same lines on the new day; those of which nothing is left are gone. */
function newLinesOf(one: Case): OracleLine[] {
  const { order, prices } = one
  const quantities = quantitiesOf(one)
  return order.lines.flatMap(({ kind, addCost }, index): OracleLine[] => {
    const quantity = quantities[index] ?? 0
    if (quantity === 0) return []
    const basePrice =
      kind === 'set' ? (prices.setPrices.get(100 + index) ?? 0) : kind === 'extra' ? 0 : prices.basePrice
    return [{ kind, basePrice, addCost: kind === 'set' ? 0 : addCost, quantity }]
  })
}

function firstWrong(one: Case): string | undefined {
  const { order, stored, left, prices, kept, givesBack } = one
  const tickets = left.flatMap((own, index) =>
    own.map((price): LiveTicket => {
      const { kind, productId, timeSpanId, optionValueId } = stored[index]!
      return { type: kind === 'set' ? 'set' : 'gate', productId, timeSpanId, optionValueId, price }
    }),
  )
  const lines = liveLinesOf({ bought: boughtWith(stored), tickets })
  const price = priceAnew(lines, { promotion: order.promotion, coupons: couponsOf(order) }, prices)
  const asked = oraclePrice({ ...order, lines: newLinesOf(one), method: null })
  const wantedQuantities = quantitiesOf(one).filter(quantity => quantity > 0)
  const figures = {
    quantities: [lines.map(({ quantity }) => quantity).join(), wantedQuantities.join()],
    subtotal: [price.subtotal, asked.subtotal],
    price: [price.price, asked.price],
    method: [price.methodDiscount, 0],
    payable: [price.payable, asked.price],
    coupons: [price.couponDiscounts.join(), asked.couponDiscounts.join()],
    'membership of the lines': [
      price.lineDiscounts.map(({ membership }) => membership).join(),
      asked.membershipByLine.join(),
    ],
  }
  const wrong = Object.entries(figures).find(([, [ours, theirs]]) => String(ours) !== String(theirs))
  if (wrong !== undefined) return wrong[0]
  // Per line: what the new lines cost is the price, and none costs less than nothing.
  const net = newLinesOf(one).map(({ basePrice, addCost, quantity }, index) => {
    const { membership = 0, coupon = 0 } = price.lineDiscounts[index] ?? {}
    return Math.max(0, basePrice + addCost) * quantity - membership - coupon
  })
  if (sumOf(net) !== price.price || net.some(yen => yen < 0)) return 'the new price by line'
  const cost = sumOf(tickets.map(ticket => ticket.price))
  const former = lines.map(({ formerPrice }) => formerPrice)
  if (sumOf(former) !== cost || former.some(yen => yen < 0)) return 'the old price by line'
  const isWhole = left.every(
    (own, index) => stored[index]!.kind === 'extra' || own.length === stored[index]!.quantity,
  )
  const bought = stored.map(line => line.basePrice * line.quantity - line.discounts)
  if (isWhole && former.join() !== bought.join()) return 'the old price of a line that is whole'
  return wrongMoney(Number(asked.price), cost + kept, givesBack)
}

/** S-11.09–11: up is paid, down goes back or stays, as the site says. */
function wrongMoney(price: number, credit: number, givesBack: boolean): string | undefined {
  const money = changeMoney(price, credit, { givesBack })
  const up = price > credit ? price - credit : 0
  const down = price < credit && givesBack ? credit - price : 0
  if (money.difference !== price - credit) return 'difference'
  if (money.payable !== up) return 'payable'
  return money.refund === down ? undefined : 'refund'
}

type BoughtLines = Parameters<typeof liveLinesOf>[0]['bought']

/** Of an order its lines alone are looked at. */
function boughtWith(lines: readonly StoredLine[]): BoughtLines {
  return { lines } as BoughtLines
}

type Coupons = Parameters<typeof priceAnew>[1]['coupons']

/** What a price asks of coupons. */
function couponsOf({ coupons }: OracleOrder): Coupons {
  return coupons as unknown as Coupons
}

function traitsOf(one: Case): string[] {
  const { order, stored, left, kept } = one
  const price = Number(oraclePrice({ ...order, lines: newLinesOf(one), method: null }).price)
  const credit = sumOf(left.flat()) + kept
  const quantities = quantitiesOf(one)
  const traits = {
    dearer: price > credit,
    cheaper: price < credit,
    'the same': price === credit && price > 0,
    'kept before': kept > 0,
    membership: order.promotion !== null,
    'partly given back': left.some(
      (own, index) => stored[index]!.kind !== 'extra' && own.length < stored[index]!.quantity,
    ),
    'an extra shrinks': order.lines.some(
      ({ kind, quantity }, index) => kind === 'extra' && (quantities[index] ?? 0) < quantity,
    ),
  }
  const named = Object.entries(traits).flatMap(([trait, isTrue]) => (isTrue ? [trait] : []))
  const kinds = order.lines.map(({ kind }) => kind).filter(kind => kind !== 'ticket')
  return [...named, ...kinds, ...order.coupons.map(({ kind }) => kind)]
}
