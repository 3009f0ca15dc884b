import { faultOfReservationNumber, normaliseReservationNumber } from '@kippu/domain/reservation-number'
import { ORDER_STATUSES, type OrderStatus } from '@kippu/domain/states/order'
import { sql } from 'kysely'
import * as v from 'valibot'

import { buyerOf } from '../buyers/buyer.ts'
import type { Read } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { type Actor, assertMayDo } from '../staff/actor.ts'

/** Something that happened to an order, its visit or its money. */
export interface StoryEvent {
  readonly at: Date
  readonly kind: string
  /** Numbers and words of ours; reasons are those of the staff. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** One order, or a visit with all its orders, from the beginning. */
export interface OrderStory {
  readonly reservationNumber: string | null
  readonly status: OrderStatus
  readonly lang: string
  readonly channel: string
  readonly name: string
  readonly email: string | undefined
  /** The mail server refused the address, and nobody has corrected it. */
  readonly isAddressRefused: boolean
  /** ISO date in Japan, and the begin of the visit. */
  readonly visitDate: string
  readonly startsAt: Date
  /** Yen that are paid and not given back. */
  readonly paid: number
  readonly tickets: readonly StoryTicket[]
  /** The oldest first. */
  readonly events: readonly StoryEvent[]
}

export interface StoryTicket {
  readonly number: number
  /** Japanese: the kind, or the set product. */
  readonly name: string
  readonly price: number
  readonly state: 'valid' | 'used' | 'revoked' | 'handed on'
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

interface Named {
  readonly orderId: string
  readonly reservationId: string | null
}

/** All that is known of an order of a site, by its number or its id. Undefined where the site has none. */
export async function readOrderStory(
  { db, actor }: Pick<Deps, 'db'> & { readonly actor: Actor },
  { siteKey, typed }: { readonly siteKey: string; readonly typed: string },
): Promise<OrderStory | undefined> {
  assertMayDo(actor, 'orders:read', siteKey)
  return db.read(async read => {
    const named = await findNamed(read, siteKey, typed.trim())
    if (named === undefined) return undefined
    const { customer_info: answers, ...order } = await readHead(read, named)
    const { name, email } = buyerOf(answers)
    const [tickets, events] = [await readTickets(read, named), await readEvents(read, siteKey, named)]
    return {
      ...order,
      status: v.parse(v.picklist(ORDER_STATUSES), order.status),
      name,
      email,
      tickets,
      events,
    }
  })
}

async function findNamed(read: Read, siteKey: string, typed: string): Promise<Named | undefined> {
  if (faultOfReservationNumber(typed) === null) {
    return read
      .selectFrom('reservations')
      .select(['order_id as orderId', 'id as reservationId'])
      .where('site_key', '=', siteKey)
      .where('number', '=', normaliseReservationNumber(typed))
      .executeTakeFirst()
  }
  const id = typed.toLowerCase()
  if (!UUID.test(id)) return undefined
  const { rows } = await sql<Named>`
    select o.id as "orderId", coalesce(o.replaces, (select r.id from reservations r where r.order_id = o.id)) as "reservationId"
      from orders o where o.id = ${id}::uuid and o.site_key = ${siteKey}`.execute(read)
  return rows[0]
}

interface HeadRow extends Omit<OrderStory, 'status' | 'name' | 'email' | 'tickets' | 'events'> {
  readonly status: string
  readonly customer_info: unknown
}

async function readHead(read: Read, { orderId, reservationId }: Named): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select r.number as "reservationNumber", o.status, o.lang, o.channel, o.customer_info, o.email_refused_at is not null as "isAddressRefused",
           s.visit_date::text as "visitDate", s.starts_at as "startsAt",
           coalesce((select sum(price) from tickets t where t.reservation_id = r.id and t.revoked_at is null), 0)::int as paid
      from orders o join time_spans s on s.id = o.time_span_id
      left join reservations r on r.id = ${reservationId}::uuid
     where o.id = ${orderId}::uuid`.execute(read)
  const [row] = rows
  if (row === undefined) throw new Error(`there is no order ${orderId}`)
  return row
}

async function readTickets(read: Read, { reservationId }: Named): Promise<StoryTicket[]> {
  const { rows } = await sql<StoryTicket>`
    select t.id as number, t.price,
           coalesce((select name from option_value_texts where option_value_id = t.option_value_id and lang = 'ja'),
                    (select name from product_texts where product_id = t.product_id and lang = 'ja'), '') as name,
           case when t.revoked_at is not null then 'revoked' when t.used_at is not null then 'used'
                when t.handed_on_at is not null then 'handed on' else 'valid' end as state
      from tickets t where t.reservation_id = ${reservationId}::uuid order by t.id`.execute(read)
  return rows
}

/** Each part is one kind of thing that happens; its orders are all those of the visit. */
async function readEvents(
  read: Read,
  siteKey: string,
  { orderId, reservationId }: Named,
): Promise<StoryEvent[]> {
  const { rows } = await sql<StoryEvent>`
    with own as (
      select id from orders where id = ${orderId}::uuid or replaces = ${reservationId}::uuid
      union select a.order_id from reservation_payments p join payment_attempts a on a.id = p.attempt_id where p.reservation_id = ${reservationId}::uuid
    )
    select created_at as at, 'ordered' as kind,
           jsonb_build_object('order', id, 'kind', orders.kind, 'channel', channel, 'price', price, 'status', status) as facts
      from orders where id in (select id from own)
    union all select completed_at, 'completed', jsonb_build_object('order', id) from orders where id in (select id from own) and completed_at is not null
    union all select email_refused_at, 'address refused', '{}' from orders where id in (select id from own) and email_refused_at is not null
    union all select created_at, 'payment', jsonb_build_object('attempt', id, 'method', method, 'reference', provider_order_ref, 'amount', amount,
           'state', state, 'failure', failure, 'needs_person', needs_person)
      from payment_attempts where order_id in (select id from own)
    union all select created_at, l.kind, jsonb_build_object('amount', amount, 'attempt', attempt_id)
      from ledger_entries l where order_id in (select id from own) and account = 'sales'
    union all select created_at, 'refund asked for', jsonb_build_object('amount', amount, 'tickets', ticket_ids, 'reason', reason)
      from refund_requests where reservation_id = ${reservationId}::uuid
    union all select created_at, 'refund', jsonb_build_object('refund', id, 'amount', amount, 'state', state, 'needs_person', needs_person)
      from refunds where order_id in (select id from own)
    union all select issued_at, 'receipt', jsonb_build_object('number', concat(year, '-', number)) from receipts where reservation_id = ${reservationId}::uuid
    union all select unnest(mailed_again_at), 'tickets mailed again', '{}' from reservations where id = ${reservationId}::uuid
    union all select replaced_at, 'moved', '{}' from former_reservation_tokens where reservation_id = ${reservationId}::uuid
    union all select created_at, 'tickets handed on', jsonb_build_object('accepted', accepted_at, 'taken_back', taken_back_at)
      from shares where reservation_id = ${reservationId}::uuid
    union all select at, concat('check-in ', direction), jsonb_build_object('ticket', ticket_id, 'fault', fault_reason, 'undone', undone_reason)
      from check_ins where reservation_id = ${reservationId}::uuid
    union all select at, verb, details || jsonb_build_object('by', staff, 'reason', reason)
      from staff_actions where site_key = ${siteKey}
       and subject in (select number from reservations where id = ${reservationId}::uuid union select id::text from own)
    order by at, kind`.execute(read)
  return rows
}
