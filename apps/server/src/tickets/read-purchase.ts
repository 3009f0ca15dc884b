import type { Purchase } from '@kippu/contract/purchases'
import { taxesOfTotal } from '@kippu/domain/consumption-tax'
import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { sumOf } from '@kippu/domain/sum'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../platform/db/database.ts'
import { wordsOf } from '../platform/db/words-of.ts'
import type { Deps } from '../platform/deps.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { SHOWN, shownLanguages } from '../orders/bought/shown-languages.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { hashToken, isTokenOf } from '../platform/tokens.ts'

interface PurchaseRow {
  readonly number: string
  /** The amount that this purchase charged, in yen. */
  readonly amount: number
  readonly method: string
  readonly coupon: string | null
  readonly items: ReadonlyArray<{
    readonly uuid: string
    readonly name: string | null
    readonly variant: string | null
    readonly unit_price: number
    readonly quantity: number
    /** The amount paid for all its units, in yen. */
    readonly paid: number
    readonly tax_rate: number
  }>
}

const method = v.picklist(PAYMENT_METHODS)

/** A completed purchase for the tag manager of a site. Never says who bought. */
export async function readPurchase(
  { db }: Pick<Deps, 'db'>,
  asked: AskedOrder,
): Promise<Purchase | Refusal<'record not found'>> {
  const row = await db.read(read => findPurchase(read, asked))
  if (row === undefined) return refuse('record not found')
  const bought = row.items.map(({ paid, tax_rate: taxRate }) => ({ yen: paid, taxRate }))
  const taxes = taxesOfTotal(row.amount, bought)
  return {
    transaction_id: row.number,
    value: row.amount,
    currency: 'JPY',
    tax: sumOf(taxes.map(({ tax }) => tax)),
    coupon: row.coupon,
    payment_type: v.parse(method, row.method),
    items: row.items.map(({ uuid, name, variant, unit_price: price, quantity }) => ({
      item_id: uuid,
      item_name: name ?? '',
      item_variant: variant ?? '',
      price,
      quantity,
    })),
  }
}

async function findPurchase(read: Read, asked: AskedOrder): Promise<PurchaseRow | undefined> {
  const { rows } = await sql<PurchaseRow>`
    select r.number, p.amount, a.method, ${COUPON} as coupon, ${ITEMS} as items
      from orders
      join payment_attempts a on a.order_id = orders.id
      join reservation_payments p on p.attempt_id = a.id
      join reservations r on r.id = p.reservation_id
     cross join ${shownLanguages(sql`'ja'`)}
     where orders.status = 'completed' and orders.channel <> 'OTA' and ${namedBy(asked)}
     order by p.created_at limit 1`.execute(read)
  return rows[0]
}

/**
 * A condition for the token's payments; of the payments of a reservation the first is the purchase, and all others are
 * changes of time.
 */
function namedBy({ siteKey, token }: AskedOrder): RawBuilder<boolean> {
  const hash = hashToken(token)
  return isTokenOf('reservation', token)
    ? sql`r.token_hash = ${hash} and r.site_key = ${siteKey}`
    : sql`orders.token_hash = ${hash} and orders.site_key = ${siteKey}`
}

const words = wordsOf(SHOWN)

const COUPON = sql<string | null>`(
  select string_agg(code, ',' order by u.position) from order_coupons u join coupons on coupons.id = u.coupon_id
   where u.order_id = orders.id)`

/** The lines of the visit, then its set products. */
const ITEMS = sql`(
  select coalesce(json_agg(json_build_object(
      'uuid', (select uuid from products where products.id = item.product_id),
      'name', ${words('product_texts', 'item.product_id')},
      'variant', ${words('option_value_texts', 'item.option_value_id')},
      'unit_price', unit_price, 'quantity', quantity, 'tax_rate', tax_rate,
      'paid', unit_price * quantity - membership_discount - coupon_discount - method_discount
    ) order by kind = 'set', position), '[]')
    from order_items as item where order_id = orders.id)`
