import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { rowForGuest } from '../../resellers/bookings/empty-bookings.ts'
import type { Person } from './find-person.ts'

/** A kind of thing that is held about a person, with its rows as they are stored, without hashes of tokens. */
export interface HeldPart {
  readonly part: string
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>
}

type Condition = (person: Person) => RawBuilder<unknown>

const uuids = (ids: readonly string[]) => sql`any(${list('uuid', ids)}::uuid[])`
const texts = (words: readonly string[]) => sql`any(${list('text', words)}::text[])`
const ofOrders: Condition = ({ orderIds }) => sql`x.order_id = ${uuids(orderIds)}`
const ofReservations: Condition = ({ reservationIds }) => sql`x.reservation_id = ${uuids(reservationIds)}`
const ofPayments: Condition = ({ orderIds }) =>
  sql`x.attempt_id in (select id from payment_attempts where order_id = ${uuids(orderIds)})`

/** By table, in the order in which a person reads it. A test compares the tables with those that hold something personal. */
export const HELD_PARTS: Readonly<Record<string, Condition>> = {
  orders: ({ orderIds }) => sql`x.id = ${uuids(orderIds)}`,
  found_buyers: ofOrders,
  order_items: ofOrders,
  order_coupons: ofOrders,
  holds: ofOrders,
  reseller_bookings: ofOrders,
  reservations: ({ reservationIds }) => sql`x.id = ${uuids(reservationIds)}`,
  tickets: ofReservations,
  check_ins: ofReservations,
  payment_attempts: ofOrders,
  provider_events: ofPayments,
  ledger_entries: ofOrders,
  refund_requests: ofReservations,
  refunds: ofOrders,
  receipts: ofReservations,
  shares: ofReservations,
  share_mails: ({ siteKey, reservationIds, addresses }) =>
    sql`(x.reservation_id = ${uuids(reservationIds)} or (lower(x.email) = ${texts(addresses)}
      and x.share_id in (select id from shares where site_key = ${siteKey})))`,
  wallet_passes: ofReservations,
  wallet_registrations: ({ reservationIds }) =>
    sql`x.pass_id in (select id from wallet_passes where reservation_id = ${uuids(reservationIds)})`,
  visit_cancellation_items: ofReservations,
  magazine_readers: ({ siteKey, addresses }) =>
    sql`x.site_key = ${siteKey} and x.email = ${texts(addresses)}`,
  magazine_subscriptions: ({ siteKey, addresses }) =>
    sql`x.reader_id in (select id from magazine_readers where site_key = ${siteKey} and email = ${texts(addresses)})`,
  members: ({ memberIds }) => sql`x.id = ${uuids(memberIds)}`,
  staff_actions: person => sql`x.site_key = ${person.siteKey} and x.subject = ${texts(subjectsOf(person))}`,
}

/** The subjects of the staff's actions: reservations by their numbers, orders by their ids. */
export function subjectsOf({ reservationNumbers, orderIds, logins }: Person): readonly string[] {
  return [...reservationNumbers, ...orderIds, ...logins]
}

/** Never handed out: they open or prove something, and say nothing about a person. */
const SECRET = /(?:_hash|^uid|^push_token|^device_id|^sent_from|^network)$/

/** Everything that one site holds about a person; parts without a row are left out. */
export async function readHeld(read: Read, person: Person): Promise<HeldPart[]> {
  const parts: HeldPart[] = []
  for (const [part, condition] of Object.entries(HELD_PARTS)) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select ${part === 'reseller_bookings' ? rowForGuest(person.addresses) : sql`to_jsonb(x)`} as row from ${sql.table(part)} x where ${condition(person)} order by x::text`.execute(
      read,
    )
    const shown = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !SECRET.test(name))),
    )
    if (shown.length > 0) parts.push({ part, rows: shown })
  }
  return parts
}
