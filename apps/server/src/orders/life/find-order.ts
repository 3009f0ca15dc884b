import { holdMayExpire, ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { isLanguage, DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'
import { sql } from 'kysely'
import * as v from 'valibot'

import { type Buyer, buyerOf } from '../../buyers/buyer.ts'
import type { Read, Tx } from '../../db/database.ts'
import { hashToken, isTokenOf } from '../../tokens.ts'

/** An order as the database has it. Money is whole yen. */
export interface OrderRecord {
  readonly id: string
  readonly siteKey: string
  readonly status: OrderStatus
  /** True once the hold has ended, whether or not the sweeper has been there (S-1.07, S-2.03). */
  readonly hasEnded: boolean
  readonly lang: Language
  readonly productId: number
  readonly timeSpanId: number
  readonly quantity: number
  readonly subtotal: number
  /** What membership took off, when the order was created or at a login since. */
  readonly membershipDiscount: number
  /** After membership and coupons (D-54). */
  readonly price: number
  /** What the payment method took off; 0 before the order is completed. */
  readonly methodDiscount: number
  readonly promotionId: string | null
  /** The member who is logged in to the order. */
  readonly memberId: string | null
  /** How often its buyer has extended the hold. */
  readonly extensions: number
  readonly buyer: Buyer
  readonly mailGeneration: number
  /** The newest generation whose mail the mail server took or refused. */
  readonly mailedGeneration: number
  readonly expiresAt: Date
}

const orderStatus = v.picklist(ORDER_STATUSES)

/** The order of a site that the token opens; a token of another kind or another site opens nothing (S-15.01). */
export async function findOrderByToken(
  read: Read,
  { siteKey, token }: { readonly siteKey: string; readonly token: string },
): Promise<OrderRecord | undefined> {
  if (!isTokenOf('order', token)) return undefined
  const query = selectOrder(read).where('token_hash', '=', hashToken(token)).where('site_key', '=', siteKey)
  return recordOf(await query.executeTakeFirst())
}

/** The order of a site whose newest confirmation link carries this mail token (S-1.02). */
export async function findOrderByMailToken(
  read: Read,
  { siteKey, token }: { readonly siteKey: string; readonly token: string },
): Promise<OrderRecord | undefined> {
  if (!isTokenOf('mail', token)) return undefined
  const query = selectOrder(read)
    .where('mail_token_hash', '=', hashToken(token))
    .where('site_key', '=', siteKey)
  return recordOf(await query.executeTakeFirst())
}

export async function findOrderById(read: Read, orderId: string): Promise<OrderRecord | undefined> {
  return recordOf(await selectOrder(read).where('id', '=', orderId).executeTakeFirst())
}

/** As {@link findOrderById}, and nobody else changes the order until the transaction ends. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRecord | undefined> {
  return recordOf(await selectOrder(tx).where('id', '=', orderId).forUpdate().executeTakeFirst())
}

function selectOrder(read: Read) {
  return read.selectFrom('orders').select([
    'id',
    'site_key',
    'status',
    'lang',
    'product_id',
    'time_span_id',
    'quantity',
    'subtotal',
    'membership_discount',
    'price',
    'method_discount',
    'promotion_id',
    'member_id',
    'extensions',
    'customer_info',
    'mail_generation',
    'mailed_generation',
    'expires_at',
    // The database's clock decides, so that servers whose clocks differ agree.
    sql<boolean>`expires_at <= now()`.as('is_past'),
  ])
}

type OrderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOrder>['executeTakeFirst']>>>

function recordOf(row: OrderRow | undefined): OrderRecord | undefined {
  if (row === undefined) return undefined
  const status = v.parse(orderStatus, row.status)
  return {
    id: row.id,
    siteKey: row.site_key,
    status,
    hasEnded: status === 'expired' || (holdMayExpire(status) && row.is_past),
    lang: isLanguage(row.lang) ? row.lang : DEFAULT_LANGUAGE,
    productId: row.product_id,
    timeSpanId: row.time_span_id,
    quantity: row.quantity,
    subtotal: row.subtotal,
    membershipDiscount: row.membership_discount,
    price: row.price,
    methodDiscount: row.method_discount,
    promotionId: row.promotion_id,
    memberId: row.member_id,
    extensions: row.extensions,
    buyer: buyerOf(row.customer_info),
    mailGeneration: row.mail_generation,
    mailedGeneration: row.mailed_generation,
    expiresAt: row.expires_at,
  }
}
