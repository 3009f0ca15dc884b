import { readAskedOrder } from '@kippu/domain/staff/asked-order'
import { ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { judgeVisit, type VisitFacts, type VisitNow } from '@kippu/domain/visit-state'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import { askedAddress } from '../../orders/buyers/asked-address.ts'
import { buyerOf } from '../../orders/buyers/buyer.ts'
import { hasPhone, isNamed } from '../../orders/buyers/found-buyers.ts'
import type { Read } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken, type Tokens } from '../../platform/tokens.ts'
import { type DeskLanguage, deskLanguage, nameIn } from './desk-language.ts'
import { addressFor } from './order-story.ts'
import { soldBy } from '../../resellers/bookings/sold-by.ts'
import { visitFacts } from './visit-facts.ts'

/** More than these are not one visitor: the words are too few. */
const MOST_FOUND = 50

export interface FoundOrders {
  /** The newest first. */
  readonly orders: readonly FoundOrder[]
  /** There are older ones: more words would say which. */
  readonly hasMore: boolean
}

export interface FoundOrder {
  readonly orderId: string
  readonly status: OrderStatus
  /** Null before it is paid. */
  readonly visit: VisitNow | null
  /** Null before it is paid. */
  readonly reservationNumber: string | null
  readonly name: string
  readonly email: string | undefined
  /** ISO date in Japan, and the begin of the visit. */
  readonly visitDate: string
  readonly startsAt: Date
  /** Japanese. */
  readonly product: string
  readonly quantity: number
  /** Yen, before a discount of the payment method. */
  readonly price: number
  /** The methods by which the visit was paid, such as `gmo_3ds stripe_secure`; null where nothing was. */
  readonly paidBy: string | null
  readonly createdAt: Date
}

/**
 * The orders that somebody at the desk means: by name in any script, mail address, telephone number, reservation number, reference of the
 * provider or of a reseller, id, or the address of a page that the visitor has open. Orders that moved a visit are found as the visit itself.
 */
export const findOrders = staffVerb({
  name: 'find',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, ...deskLanguage, typed: v.string() }),
  run: findTyped,
})

interface AskedWords {
  readonly siteKey: string
  readonly typed: string
  readonly lang?: DeskLanguage | undefined
}

async function findTyped(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, typed, lang = 'ja' }: AskedWords,
  act: Act,
): Promise<FoundOrders> {
  const conditions = conditionsOf(typed)
  const rows =
    conditions.length === 0 ? [] : await db.read(read => selectFound(read, { siteKey, lang }, conditions))
  const orders = rows.slice(0, MOST_FOUND).map(row => foundOf(row, act))
  await recordAlone(db, act, { subject: digestOf(tokens, typed), details: { found: orders.length } })
  return { orders, hasMore: rows.length > MOST_FOUND }
}

const DIGEST_CHARACTERS = 16

/** Stands for what was typed, which names a person: the same words have the same digest, and nobody without the key of the deployment finds the words. */
function digestOf(tokens: Pick<Tokens, 'hide'>, typed: string): string {
  const words = typed.normalize('NFKC').trim().toLowerCase()
  return `words:${tokens.hide(`find:${words}`).hash.toString('hex').slice(0, DIGEST_CHARACTERS)}`
}

/** Queries of ids of orders and when each was made, each by an index of its own. */
type Condition = (siteKey: string) => RawBuilder<unknown>

function conditionsOf(typed: string): Condition[] {
  const asked = readAskedOrder(typed)
  const ofOrders =
    (condition: RawBuilder<unknown>): Condition =>
    siteKey =>
      sql`select id, created_at from orders where site_key = ${siteKey} and ${condition}`
  const ofBuyers =
    (condition: RawBuilder<unknown>): Condition =>
    siteKey =>
      sql`select order_id, created_at from found_buyers where site_key = ${siteKey} and ${condition}`
  const ofReservations =
    (condition: RawBuilder<unknown>): Condition =>
    siteKey =>
      sql`select order_id, created_at from reservations where site_key = ${siteKey} and ${condition}`
  const ofPayments =
    (condition: RawBuilder<unknown>): Condition =>
    siteKey =>
      sql`select order_id, created_at from payment_attempts where site_key = ${siteKey} and ${condition}`
  const ofBookings =
    (condition: RawBuilder<unknown>): Condition =>
    siteKey =>
      sql`select order_id, created_at from reseller_bookings where site_key = ${siteKey} and ${condition}`
  const { number, email, phone, reference, id, token, name, logged } = asked
  return [
    ...(number === null ? [] : [ofReservations(sql`number = ${number}`)]),
    ...(email === null ? [] : [ofOrders(sql`email = ${askedAddress(email)}`)]),
    ...(phone === null ? [] : [ofBuyers(hasPhone(phone))]),
    ...(name === null ? [] : isNamed(name).map(ofBuyers)),
    ...(reference === null
      ? []
      : [
          ofPayments(sql`provider_order_ref = ${reference}`),
          ofBookings(sql`reseller_reference = ${reference}`),
        ]),
    ...(id === null
      ? []
      : [
          ofOrders(sql`id = ${id}::uuid`),
          ofPayments(sql`id = ${id}::uuid`),
          ofBookings(sql`uuid = ${id}::uuid`),
        ]),
    ...(token === null ? [] : tokenConditions(hashToken(token)).map(one => one(ofOrders, ofReservations))),
    ...(logged === null ? [] : loggedConditions(logged).map(one => one(ofOrders, ofReservations))),
  ]
}

/** A log line names an order by the beginning of the hash of a token: `logNameOf`. */
function loggedConditions(name: string): ReturnType<typeof tokenConditions> {
  const [from, to] = [name.padEnd(64, '0'), name.padEnd(64, 'f')].map(hex => Buffer.from(hex, 'hex'))
  const within = (column: 'token_hash' | 'mail_token_hash'): RawBuilder<unknown> =>
    sql`${sql.ref(column)} between ${from} and ${to}`
  return [
    ofOrders => ofOrders(within('token_hash')),
    ofOrders => ofOrders(within('mail_token_hash')),
    (_, ofReservations) => ofReservations(within('token_hash')),
  ]
}

type Kind = (condition: RawBuilder<unknown>) => Condition

function tokenConditions(hash: Buffer): Array<(ofOrders: Kind, ofReservations: Kind) => Condition> {
  return [
    ofOrders => ofOrders(sql`token_hash = ${hash}`),
    ofOrders => ofOrders(sql`mail_token_hash = ${hash}`),
    (_, ofReservations) => ofReservations(sql`token_hash = ${hash}`),
    (_, ofReservations) =>
      ofReservations(
        sql`id in (select reservation_id from former_reservation_tokens where token_hash = ${hash})`,
      ),
    (_, ofReservations) =>
      ofReservations(
        sql`id in (select reservation_id from shares where ${hash} in (token_hash, holder_hash))`,
      ),
  ]
}

const status = v.picklist(ORDER_STATUSES)

interface FoundRow {
  readonly order_id: string
  readonly status: string
  readonly number: string | null
  readonly customer_info: unknown
  readonly sold_by: string | null
  readonly visit_date: string
  readonly starts_at: Date
  readonly product: string | null
  readonly quantity: number
  readonly price: number
  readonly paid_by: string | null
  readonly created_at: Date
  readonly visit: VisitFacts | null
}

/** As many ids of each condition: how many have a name is guessed too high, and a frequent one has thousands. */
function newestOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select * from (${condition} offset 0) as all_of_it(id, created_at) order by created_at desc limit ${MOST_FOUND + 1})`
}

/**
 * A reservation stands for all its orders, by the newest that is complete; an order that is not paid stands for itself. Ids come first, from an index;
 * only the newest are looked up, each by its id (`offset 0`).
 */
async function selectFound(
  read: Read,
  { siteKey, lang }: { readonly siteKey: string; readonly lang: DeskLanguage },
  conditions: readonly Condition[],
): Promise<readonly FoundRow[]> {
  const ids = sql.join(
    conditions.map(condition => newestOf(condition(siteKey))),
    sql` union `,
  )
  const { rows } = await sql<FoundRow>`
    with found as (${ids}), reserved as (
      select o.id, coalesce(o.replaces,
               (select r.id from reservations r where r.order_id = o.id),
               (select p.reservation_id from payment_attempts a join reservation_payments p on p.attempt_id = a.id
                 where a.order_id = o.id limit 1)) as reservation_id
        from orders o where o.id in (select id from found)
    ), visits as (
      select distinct coalesce(r.order_id, reserved.id) as id, r.number, reserved.reservation_id
        from reserved left join lateral (
          select order_id, number from reservations where id = reserved.reservation_id offset 0) r on true
    )
    select o.id as order_id, o.status, v.number, o.customer_info, ${soldBy(sql`o.id`)} as sold_by, s.visit_date::text, s.starts_at, o.quantity, o.price, o.created_at,
           ${nameIn(lang, 'product_texts', sql`x.product_id = o.product_id`)} as product,
           (select string_agg(distinct a.method, ' ') from reservation_payments p join payment_attempts a on a.id = p.attempt_id
             where p.reservation_id = v.reservation_id and p.amount > 0) as paid_by,
           ${visitFacts(sql`v.reservation_id`)} as visit
      from visits v join orders o on o.id = v.id join time_spans s on s.id = o.time_span_id
     order by o.created_at desc, o.id limit ${MOST_FOUND + 1}`.execute(read)
  return rows
}

function foundOf(row: FoundRow, act: Act): FoundOrder {
  const { name, email } = buyerOf(row.customer_info)
  return {
    orderId: row.order_id,
    status: v.parse(status, row.status),
    visit: row.visit === null ? null : judgeVisit(row.visit, act.clock.now()),
    reservationNumber: row.number,
    name: row.sold_by ?? name,
    email: addressFor(act, email),
    visitDate: row.visit_date,
    startsAt: row.starts_at,
    product: row.product ?? '',
    quantity: row.quantity,
    price: row.price,
    paidBy: row.paid_by,
    createdAt: row.created_at,
  }
}
