import {
  holdMayExpire,
  ORDER_KINDS,
  type OrderKind,
  ORDER_STATUSES,
  type OrderStatus,
} from '@kippu/domain/states/order'
import { SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import { isLanguage, DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import * as v from 'valibot'

import { type Buyer, buyerOf } from '../buyers/buyer.ts'
import { list, listed } from '../../platform/db/list.ts'
import type { GroupedRead, Read, Tx } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/fixed.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import type { OrdersTable, Schema } from '../../platform/db/schema.ts'
import type { Places } from '../../stock/hold-queue.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'

/** An order as the database has it. Money is whole yen. */
export interface OrderRecord {
  readonly id: string
  readonly siteKey: string
  readonly kind: OrderKind
  /** Where it is sold; a change of time has the channel of its reservation. */
  readonly channel: SalesChannel
  /** On a change of time: the reservation, the order that the visit moves from, and what is paid for both so far, in yen. */
  readonly replaces: string | null
  readonly movesFrom: string | null
  readonly credit: number
  /** On a change of time: yen that go back to the buyer when it is complete, as they were told. */
  readonly refundDue: number
  readonly status: OrderStatus
  /** True once the hold has ended, whether or not the sweeper has been there. */
  readonly hasEnded: boolean
  readonly lang: Language
  readonly productId: number
  readonly timeSpanId: number
  readonly quantity: number
  readonly subtotal: number
  /** The discount of membership, from the creation of the order or from a login since. */
  readonly membershipDiscount: number
  /** After membership and coupons. */
  readonly price: number
  /** The discount of the payment method; 0 before the order is completed. */
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
  /** Wrong codes that were typed of the newest mail. */
  readonly wrongMailCodes: number
  readonly createdAt: Date
  readonly expiresAt: Date
  /** It holds no places: it takes them when its mail address is proved, or its payment begins. */
  readonly placesAtProof: boolean
  /** It ended without a payment, and its personal data are no longer kept. */
  readonly isEmptied: boolean
  /** The hash of the order's own token. */
  readonly tokenHash: Buffer
  /** The hash of the token in its newest confirmation link; null where none works. */
  readonly mailTokenHash: Buffer | null
  /** Every change of the row raises it; a write compares it with the version that was read. */
  readonly version: number
}

/** The amount to be paid for an order, before the discount of a payment method, in yen. */
export function dueOf({ price, credit }: Pick<OrderRecord, 'price' | 'credit'>): number {
  return Math.max(0, price - credit)
}

/** Whether an order has its places, or when it takes them. */
export function placesOf({
  placesAtProof,
  status,
}: Pick<OrderRecord, 'placesAtProof'> & { readonly status: string }): Places {
  if (!placesAtProof) return 'held'
  return status === 'ready_checkout' ? 'at_payment' : 'at_proof'
}

const orderStatus = v.picklist(ORDER_STATUSES)
const orderKind = v.picklist(ORDER_KINDS)
const salesChannel = v.picklist(SALES_CHANNELS)

/** A token of an order and the site that it was sent to. */
export interface AskedOrder {
  readonly siteKey: string
  readonly token: string
}

/** The order of a site whose newest confirmation link carries this mail token. */
export const orderByMailToken: GroupedRead<AskedOrder, OrderRecord | undefined> = grouped(
  async (read, asked) => {
    const rows = await findByTokens(read, { kind: 'mail', asked }, orders => orders)
    return rows.map(row => tried(() => row && recordOf(row)))
  },
)

/**
 * Reads what is judged of the order that a token of this kind opens: one statement for all who ask at the same time.
 * @param query may read more columns of `orders`, and what was asked for with each token ({@link askedWithToken}).
 * @param factsOf is called for the orders that were found; what it throws concerns the request for that order.
 */
export function orderFacts<Asked extends AskedOrder, Row extends HashedRow, Facts>(
  query: (
    orders: OrdersByHash,
    hashes: TokenHashes,
    asked: readonly Asked[],
  ) => { execute(): Promise<Row[]> },
  factsOf: (row: Row, asked: Asked) => Facts,
  kind: OrderTokenKind = 'order',
): GroupedRead<Asked, Facts | undefined> {
  return grouped(async (read, asked) => {
    const rows = await findByTokens(read, { kind, asked }, (orders, hashes) => query(orders, hashes, asked))
    return asked.map((one, index) => {
      const row = rows[index]
      return tried(() => row && factsOf(row, one))
    })
  })
}

/** The order of a site that the token opens; a token of another kind or another site opens nothing. */
export async function findOrderByToken(
  read: Read,
  asked: AskedOrder,
  kind: OrderTokenKind = 'order',
): Promise<OrderRecord | undefined> {
  const [row] = await findByTokens(read, { kind, asked: [asked] }, orders => orders)
  return row && recordOf(row)
}

const HASH_COLUMNS = { order: 'token_hash', time_change: 'token_hash', mail: 'mail_token_hash' } as const

/** The tokens of orders: each kind of order has a kind of its own. */
export type OrderTokenKind = 'order' | 'time_change'

/** The kind of order that a token can open: a call that takes both asks for the one that it is. */
export function kindOfToken(token: string): OrderTokenKind {
  return isTokenOf('time_change', token) ? 'time_change' : 'order'
}

type TokenKind = keyof typeof HASH_COLUMNS

/**
 * The row of each order that was asked for, for {@link recordOf}.
 * @param query may read more columns of `orders`.
 */
export async function findByTokens<Row extends HashedRow>(
  read: Read,
  { kind, asked }: { readonly kind: TokenKind; readonly asked: readonly AskedOrder[] },
  query: (orders: OrdersByHash, hashes: TokenHashes) => { execute(): Promise<Row[]> },
): Promise<Array<Row | undefined>> {
  const hashes = asked.map(({ token }) => (isTokenOf(kind, token) ? hashToken(token) : null))
  const rows = await query(selectByHash(read, kind, hashes), hashes).execute()
  const found = new Map(rows.map(row => [row.hash?.toString('hex'), row]))
  return asked.map(({ siteKey }, index) => {
    const row = found.get(hashes[index]?.toString('hex'))
    return row?.site_key === siteKey ? row : undefined
  })
}

type HashedRow = OrderRow & { readonly hash: Buffer | null }

type OrdersByHash = SelectQueryBuilder<Schema, 'orders', HashedRow>

/** In the order of what was asked; null for what is not a token. */
type TokenHashes = ReadonlyArray<Buffer | null>

/** Any of the values that were asked for with the order token of an order, one for each hash; in a query of orders. */
export function askedWithToken(
  hashes: TokenHashes,
  values: ReadonlyArray<string | undefined>,
): RawBuilder<string> {
  const asked = listed('asked', { hash: ['bytea', hashes], value: ['text', values] })
  return sql`any(array(select asked.value from ${asked} where asked.hash = orders.token_hash))`
}

function selectByHash(read: Read, kind: TokenKind, hashes: TokenHashes): OrdersByHash {
  const column = HASH_COLUMNS[kind]
  return selectOrder(read)
    .select(`${column} as hash`)
    .where(column, '=', sql<Buffer>`any(${list('bytea', hashes)}::bytea[])`)
}

/**
 * A condition on `orders`: it is a change of time that is not decided yet; its hold may have ended. An index holds one
 * for each reservation.
 */
export const IS_CHANGE_UNDER_WAY = sql<boolean>`
  (kind = 'time_change' and status in ('ready_checkout', 'payment_pending', 'payment_3ds'))`

/** The change of a reservation that is under way, if any; its hold may have ended. */
export async function findChangeUnderWay(
  read: Read,
  reservationId: string,
): Promise<OrderRecord | undefined> {
  const row = await selectOrder(read)
    .where('replaces', '=', reservationId)
    .where(IS_CHANGE_UNDER_WAY)
    .executeTakeFirst()
  return row && recordOf(row)
}

export async function findOrderById(read: Read, orderId: string): Promise<OrderRecord | undefined> {
  const row = await selectOrder(read).where('id', '=', orderId).executeTakeFirst()
  return row && recordOf(row)
}

/** As {@link findOrderById}, and nobody else changes the order until the transaction ends. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRecord | undefined> {
  const row = await selectOrder(tx).where('id', '=', orderId).forUpdate().executeTakeFirst()
  return row && recordOf(row)
}

const COLUMNS = [
  'id',
  'site_key',
  'kind',
  'channel',
  'replaces',
  'moves_from',
  'credit',
  'refund_due',
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
  'mail_code_generation',
  'wrong_mail_codes',
  'created_at',
  'expires_at',
  'places_at_proof',
  'emptied_at',
  'token_hash',
  'mail_token_hash',
  'version',
] as const satisfies ReadonlyArray<keyof OrdersTable>

/** The columns that {@link recordOf} reads. */
export type OrderRow = Pick<Selectable<OrdersTable>, (typeof COLUMNS)[number]> & { readonly is_past: boolean }

// The database's clock decides, so that servers whose clocks differ agree.
const ALL_COLUMNS = fixed(
  sql`${sql.join(COLUMNS.map(name => sql.ref(`orders.${name}`)))}, orders.expires_at <= now()`,
).as('is_past')

/** A query of orders with the columns that {@link recordOf} reads. */
export function selectOrder(read: Read): SelectQueryBuilder<Schema, 'orders', OrderRow> {
  return read.selectFrom('orders').select(ALL_COLUMNS).$castTo<OrderRow>()
}

/** The columns of an {@link OrderRow}, for a statement that has {@link orderWhere} among its tables. */
export const ORDER_COLUMNS = fixed(sql`${ALL_COLUMNS}`)

/**
 * The one order for which the condition holds, as the table `orders` of a statement about many: `offset` has it looked
 * up by an index for each row before it, however few orders there were when the statement was planned.
 */
export function orderWhere(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (select ${ORDER_COLUMNS} from orders where ${condition} offset 0) as orders`
}

export function recordOf(row: OrderRow): OrderRecord {
  const status = v.parse(orderStatus, row.status)
  return {
    id: row.id,
    siteKey: row.site_key,
    kind: v.parse(orderKind, row.kind),
    channel: v.parse(salesChannel, row.channel),
    replaces: row.replaces,
    movesFrom: row.moves_from,
    credit: row.credit,
    refundDue: row.refund_due,
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
    wrongMailCodes: row.mail_code_generation === row.mail_generation ? row.wrong_mail_codes : 0,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    placesAtProof: row.places_at_proof,
    isEmptied: row.emptied_at !== null,
    tokenHash: row.token_hash,
    mailTokenHash: row.mail_token_hash,
    version: row.version,
  }
}
