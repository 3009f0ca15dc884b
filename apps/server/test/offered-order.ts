import { randomUUID } from 'node:crypto'

import type { Tx } from '../src/platform/db/database.ts'
import type { OracleCoupon, OracleOrder } from '../../../packages/domain/test/price-oracle.ts'

/** The day of all visits. */
export const VISIT = '2026-12-01'

/** An order whose contents a shop offers: the request for it, and what it consists of. */
export interface OfferedOrder {
  readonly order: OracleOrder
  /** Body of POST orders. */
  readonly request: object
  readonly productUuid: string
  readonly timeSpanId: number
  /** The kind of each option value of the product. */
  readonly kinds: ReadonlyMap<number, 'ticket' | 'extra'>
  readonly couponCodes: readonly string[]
  readonly membershipValue: string
}

/** Offers a product with exactly the lines, set products, promotion and coupons of an order on the site `demo`. */
export async function offerOrder(tx: Tx, order: OracleOrder): Promise<OfferedOrder> {
  const [first] = order.lines
  const main = await insertProduct(tx, { type: 'main', basePrice: first?.basePrice ?? 0 })
  const kinds = new Map<number, 'ticket' | 'extra'>()
  const optionValues: object[] = []
  const sets: object[] = []
  const options = { ticket: await insertOption(tx, main.id, 0), extra: await insertOption(tx, main.id, 1) }
  for (const [position, line] of order.lines.entries()) {
    const { kind, quantity } = line
    if (kind === 'set') {
      const set = await insertProduct(tx, { type: 'set', basePrice: line.basePrice })
      const link = { product_id: main.id, set_product_id: set.id, position }
      await tx.insertInto('product_sets').values(link).execute()
      sets.push({ uuid: set.uuid, time_span_id: set.timeSpanId, quantity })
    } else {
      const { id } = await tx
        .insertInto('option_values')
        .values({ option_id: options[kind], add_cost: line.addCost, position })
        .returning('id')
        .executeTakeFirstOrThrow()
      kinds.set(id, kind)
      optionValues.push({ option_value_id: id, quantity })
    }
  }
  const membershipValue = await insertPromotion(tx, order.promotion)
  const tickets = order.lines.filter(line => line.kind === 'ticket')
  return {
    order,
    request: {
      lang: 'ja',
      product_uuid: main.uuid,
      time_span_id: main.timeSpanId,
      quantity: tickets.reduce((sum, line) => sum + line.quantity, 0),
      option_values: optionValues,
      set_products: sets,
      membership_key: 'club',
      membership_value: membershipValue,
    },
    productUuid: main.uuid,
    timeSpanId: main.timeSpanId,
    kinds,
    couponCodes: await insertCoupons(tx, order.coupons),
    membershipValue,
  }
}

interface InsertedOption {
  readonly id: number
  readonly uuid: string
  readonly timeSpanId: number
}

async function insertProduct(
  tx: Tx,
  { type, basePrice }: { readonly type: 'main' | 'set'; readonly basePrice: number },
): Promise<InsertedOption> {
  const uuid = randomUUID()
  const price = { base_price: basePrice }
  const row = {
    site_key: 'demo',
    uuid,
    product_type: type,
    sale_type: 'date',
    entry_policy: 'once',
    position: 999,
    ...price,
  }
  const { id } = await tx
    .insertInto('products')
    .values({ ...row, image_path: null, sale_from: null, sale_until: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = { product_id: id, visit_date: VISIT }
  await tx
    .insertInto('product_days')
    .values({ ...day, ...price })
    .execute()
  const hours = {
    starts_at: new Date(`${VISIT}T10:00:00+09:00`),
    ends_at: new Date(`${VISIT}T18:00:00+09:00`),
  }
  const { id: timeSpanId } = await tx
    .insertInto('time_spans')
    .values({ ...day, ...hours, site_key: 'demo', capacity: 100 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, uuid, timeSpanId }
}

async function insertOption(tx: Tx, productId: number, position: number): Promise<number> {
  const { id } = await tx
    .insertInto('product_options')
    .values({ product_id: productId, type: position === 0 ? 'ticket_type' : 'extra', position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the value that names the promotion, or one that names none. */
async function insertPromotion(tx: Tx, promotion: OracleOrder['promotion']): Promise<string> {
  const id = randomUUID()
  if (promotion === null) return id
  const pair = { site_key: 'demo', membership_key: 'club', membership_value: id }
  const { type, amount } = promotion
  await tx
    .insertInto('membership_promotions')
    .values({ id, ...pair, promotion_type: type, promotion_amount: amount })
    .execute()
  return id
}

async function insertCoupons(tx: Tx, coupons: readonly OracleCoupon[]): Promise<string[]> {
  const rows = coupons.map(coupon => ({
    id: randomUUID(),
    site_key: 'demo',
    code: randomUUID(),
    kind: coupon.kind,
    usage_limit: coupon.kind === 'invitation' ? 100 : null,
    discount_type: coupon.discountType,
    discount_amount: coupon.discountAmount,
    should_apply_per_ticket: coupon.shouldApplyPerTicket,
    channels: ['web'],
  }))
  if (rows.length > 0) await tx.insertInto('coupons').values(rows).execute()
  return rows.map(({ code }) => code)
}
