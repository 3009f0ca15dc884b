import { randomUUID } from 'node:crypto'

import { addDays } from '@kippu/domain/jst-date'

import type { OracleCoupon, OracleLine } from '../../../../packages/domain/test/price-oracle.ts'
import type { Dice } from '../../../../packages/domain/test/random-order.ts'
import type { Tx } from '../../src/platform/db/database.ts'
import { insertCoupon } from '../coupon-rows.ts'
import type { OtherDaysShop } from '../shop/shop.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'

/** Places of a visit, or of a set product, at one time. */
export interface WorldSpan {
  readonly id: number
  readonly capacity: number
}

/** A day on which a visit can be had, with its prices in yen. */
export interface WorldDay {
  readonly date: string
  readonly price: number
  readonly teaPrice: number
  readonly spans: readonly WorldSpan[]
  readonly tea: WorldSpan
}

export interface WorldCoupon {
  readonly code: string
  readonly terms: OracleCoupon
}

/** A small shop of random prices and little stock, which nobody else buys from. */
export interface World {
  readonly catalogue: SmallCatalogue
  readonly days: readonly WorldDay[]
  readonly coupons: readonly WorldCoupon[]
  /** A membership and what it takes off each ticket; its value is what a member names. */
  readonly promotion: { readonly value: string; readonly type: string; readonly amount: number }
}

const FIRST_DAY = '2026-12-01'

/** Yen, so that what a change costs is often nothing, seldom too little for a card. */
const PRICES = [2200, 2500, 3200, 3200, 3600, 5000] as const
const TEA_PRICES = [0, 500, 800, 800, 1200] as const

export async function insertWorld({ db, clock }: OtherDaysShop, dice: Dice): Promise<World> {
  const capacitiesOf = (count: number) => Array.from({ length: count }, () => dice.between(4, 10))
  const first = { capacities: capacitiesOf(2), setCapacities: [dice.between(2, 7)] }
  const catalogue = await insertSmallCatalogue(db, first)
  const days = await db.transaction(async tx => {
    // Receipts have two rates of tax.
    await tx.updateTable('products').set({ tax_rate: 8 }).where('id', '=', catalogue.tea.productId).execute()
    const found: WorldDay[] = []
    for (let index = 0; index < 4; index += 1) {
      const date = addDays(FIRST_DAY, index)
      const prices = { price: dice.oneOf(PRICES), teaPrice: dice.oneOf(TEA_PRICES) }
      if (index === 0) {
        await repriceDay(tx, catalogue, { date, ...prices })
        const spans = catalogue.spans.map((id, at) => ({ id, capacity: first.capacities[at] ?? 0 }))
        const tea = { id: catalogue.tea.spans[0] ?? 0, capacity: first.setCapacities[0] ?? 0 }
        found.push({ date, ...prices, spans, tea })
        continue
      }
      const [tea] = await insertSpans(tx, catalogue.tea.productId, {
        date,
        price: prices.teaPrice,
        capacities: [dice.between(2, 7)],
      })
      const spans = await insertSpans(tx, catalogue.productId, {
        date,
        price: prices.price,
        capacities: capacitiesOf(dice.between(1, 2)),
      })
      if (tea !== undefined) found.push({ date, ...prices, spans, tea })
    }
    return found
  })
  const coupons: WorldCoupon[] = []
  for (const terms of randomCoupons(dice)) {
    const code = randomUUID().slice(0, 12).toUpperCase()
    await insertCoupon(db, {
      code,
      kind: terms.kind,
      discount_type: terms.discountType,
      discount_amount: terms.discountAmount,
      should_apply_per_ticket: terms.shouldApplyPerTicket,
      usage_limit: 1_000,
    })
    coupons.push({ code, terms })
  }
  const promotion = { value: randomUUID(), type: 'fixed', amount: dice.oneOf([100, 300]) }
  await db.transaction(tx =>
    tx
      .insertInto('membership_promotions')
      .values({
        id: randomUUID(),
        site_key: 'demo',
        membership_key: 'club',
        membership_value: promotion.value,
        promotion_type: promotion.type,
        promotion_amount: promotion.amount,
      })
      .execute(),
  )
  // What visitors read of the catalogue is up to a second old.
  clock.advance(1_001)
  return { catalogue, days, coupons, promotion }
}

function randomCoupons(dice: Dice): readonly OracleCoupon[] {
  return [
    {
      kind: 'flat_rate',
      discountType: 'fixed',
      discountAmount: dice.oneOf([500, 1_000, 9_000]),
      shouldApplyPerTicket: dice.happens(40),
    },
    { kind: 'fixed_rate', discountType: 'percent', discountAmount: 50, shouldApplyPerTicket: false },
    { kind: 'campaign', discountType: 'fixed', discountAmount: 700, shouldApplyPerTicket: false },
    { kind: 'invitation', discountType: 'fixed', discountAmount: 0, shouldApplyPerTicket: false },
  ]
}

interface DayOfProduct {
  readonly date: string
  /** Yen. */
  readonly price: number
  readonly capacities: readonly number[]
}

async function insertSpans(
  tx: Tx,
  productId: number,
  { date, price, capacities }: DayOfProduct,
): Promise<WorldSpan[]> {
  await tx
    .insertInto('product_days')
    .values({ product_id: productId, visit_date: date, base_price: price })
    .execute()
  const begin = Date.parse(`${date}T10:00:00+09:00`)
  const rows = capacities.map((capacity, index) => ({
    site_key: 'demo',
    product_id: productId,
    visit_date: date,
    starts_at: new Date(begin + index * 60_000),
    ends_at: new Date(begin + index * 60_000 + 3_600_000),
    capacity,
  }))
  return tx.insertInto('time_spans').values(rows).returning(['id', 'capacity']).execute()
}

async function repriceDay(
  tx: Tx,
  { productId, tea }: SmallCatalogue,
  { date, price, teaPrice }: { readonly date: string; readonly price: number; readonly teaPrice: number },
): Promise<void> {
  for (const [id, yen] of [
    [productId, price],
    [tea.productId, teaPrice],
  ] as const)
    await tx
      .updateTable('product_days')
      .set({ base_price: yen })
      .where('product_id', '=', id)
      .where('visit_date', '=', date)
      .execute()
}

/** What somebody has, or wants. */
export interface Party {
  readonly adults: number
  readonly children: number
  readonly guides: number
  readonly teas: number
}

/** What a party costs on a day, as the price oracle takes it: the costs of the small catalogue. */
export function linesOn({ price, teaPrice }: WorldDay, party: Party): OracleLine[] {
  const lines: OracleLine[] = [
    { kind: 'ticket', basePrice: price, addCost: 0, quantity: party.adults },
    { kind: 'ticket', basePrice: price, addCost: -2200, quantity: party.children },
    { kind: 'extra', basePrice: 0, addCost: 500, quantity: party.guides },
    { kind: 'set', basePrice: teaPrice, addCost: 0, quantity: party.teas },
  ]
  return lines.filter(({ quantity }) => quantity > 0)
}
