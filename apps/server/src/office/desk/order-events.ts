import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'

/** Something that happened to an order, its visit or its money. */
export interface StoryEvent {
  readonly at: Date
  readonly kind: string
  /** Numbers and words of ours, as they were at that moment; reasons are those of the staff. */
  readonly facts: Readonly<Record<string, unknown>>
}

export interface EventsOf {
  readonly siteKey: string
  readonly orderIds: readonly string[]
  readonly reservationId: string | null
  /** The names that the lines of the staff may have for it. */
  readonly subjects: readonly string[]
}

/** An action that only reads is not an event of an order. */
const READING = ['order']

/**
 * Each part is one kind of thing that happens. Whatever changes later is an event of its own, at the moment at which it is known to have been so: nothing of the present is
 * said of a moment in the past.
 */
export async function readEvents(
  read: Read,
  { siteKey, orderIds, reservationId, subjects }: EventsOf,
): Promise<StoryEvent[]> {
  const own = sql`any(${list('uuid', orderIds)}::uuid[])`
  const { rows } = await sql<StoryEvent>`
    select created_at as at, 'ordered' as kind, jsonb_build_object('order', id, 'kind', orders.kind, 'channel', channel, 'price', price) as facts
      from orders where id = ${own}
    union all select completed_at, 'completed', jsonb_build_object('order', id) from orders where id = ${own} and completed_at is not null
    union all select email_refused_at, 'address refused', '{}' from orders where id = ${own} and email_refused_at is not null
    union all select created_at, 'payment begun', jsonb_build_object('attempt', id, 'method', method, 'provider', provider, 'reference', provider_order_ref, 'amount', amount)
      from payment_attempts where order_id = ${own}
    union all select updated_at, concat('payment ', state), jsonb_build_object('attempt', id, 'to do', operation, 'failure', failure, 'needs a person', needs_person)
      from payment_attempts where order_id = ${own} and state <> 'created'
    union all select created_at, concat('money: ', l.kind), jsonb_build_object('amount', amount, 'attempt', attempt_id)
      from ledger_entries l where order_id = ${own} and account = 'provider'
    union all select created_at, 'refund asked for', jsonb_build_object('request', id, 'amount', -amount, 'tickets', ticket_ids, 'reason', reason)
      from refund_requests where reservation_id = ${reservationId}::uuid
    union all select updated_at, concat('refund ', state), jsonb_build_object('refund', id, 'request', request_id, 'attempt', attempt_id, 'amount', -amount, 'failure', failure, 'needs a person', needs_person)
      from refunds where order_id = ${own}
    union all select issued_at, 'receipt', jsonb_build_object('number', concat(year, '-', number)) from receipts where reservation_id = ${reservationId}::uuid
    union all select unnest(mailed_again_at), 'tickets asked for again', '{}' from reservations where id = ${reservationId}::uuid
    union all select replaced_at, 'moved', '{}' from former_reservation_tokens where reservation_id = ${reservationId}::uuid
    union all select created_at, 'tickets handed on', '{}' from shares where reservation_id = ${reservationId}::uuid
    union all select accepted_at, 'tickets accepted', '{}' from shares where reservation_id = ${reservationId}::uuid and accepted_at is not null
    union all select taken_back_at, 'tickets taken back', '{}' from shares where reservation_id = ${reservationId}::uuid and taken_back_at is not null
    union all select at, concat('check-in ', direction), jsonb_build_object('ticket', ticket_id, 'fault', fault_reason)
      from check_ins where reservation_id = ${reservationId}::uuid
    union all select undone_at, 'check-in undone', jsonb_build_object('ticket', ticket_id, 'reason', undone_reason)
      from check_ins where reservation_id = ${reservationId}::uuid and undone_at is not null
    union all select c.created_at, 'visit cancelled by the house', jsonb_build_object('by', c.staff, 'reason', c.reason, 'way', c.way, 'cancellation', c.id)
      from visit_cancellation_items i join visit_cancellations c on c.id = i.cancellation_id where i.reservation_id = ${reservationId}::uuid
    union all select at, verb, details || jsonb_build_object('by', staff, 'reason', reason)
      from staff_actions where site_key = ${siteKey} and subject = any(${list('text', subjects)}::text[]) and verb <> all(${list('text', READING)}::text[])
    order by at, kind`.execute(read)
  return rows
}
