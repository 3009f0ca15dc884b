import { type RawBuilder, sql } from 'kysely'

import { OPEN_STATES } from '../../payments/attempts/open-states.ts'
import type { Read } from '../../platform/db/database.ts'
import { JOBS } from '../../platform/jobs/jobs.ts'

/** Rows with tokens that are still needed, page by page: the queries of `keys`. Read only. */

/** A row that a key made, and the time until which it is needed. */
interface KeptRow {
  /** Where the next page begins: the row's place in the order of its query. */
  readonly place: string
  /** Null for what has no end. */
  readonly until: Date | null
}

export interface OpenOrder extends KeptRow {
  readonly id: string
  readonly token_hash: Buffer
  readonly mail_token_hash: Buffer | null
  readonly mail_generation: number
}

export interface ValidTicket extends KeptRow {
  readonly reservation_id: string
  readonly number: number
  readonly uid: string
  readonly code_version: number
  readonly code_hash: Buffer
}

export interface KeptToken extends KeptRow {
  readonly id: string
  readonly token_hash: Buffer
}

export interface KeptReservation extends KeptToken {
  readonly token_generation: number
}

export interface KeptPayment extends KeptToken {
  /** It may still be paid or ended; otherwise its money may go back. */
  readonly is_open: boolean
  readonly refs: Readonly<Record<string, string>>
}

export interface WaitingMail extends KeptRow {
  readonly kind: 'mail' | 'reservation'
  /** The id of the order or the reservation, whose newest token its link carries. */
  readonly id: string
  readonly generation: number
  readonly token_hash: Buffer
}

/** Yields the rows in pages, so that no number of them fills the memory. */
async function* pages<Row extends KeptRow>(
  read: Read,
  rows: RawBuilder<unknown>,
): AsyncGenerator<readonly Row[]> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const page = await sql<Row>`
      select * from (${rows}) as kept where place > ${last} order by place limit ${PAGE}`.execute(read)
    yield page.rows
    last = page.rows.length < PAGE ? undefined : page.rows.at(-1)?.place
  }
}

const PAGE = 1000

/** Orders that hold places, and their newest confirmation links. */
export function openOrders(read: Read): AsyncGenerator<readonly OpenOrder[]> {
  return pages(
    read,
    sql`select id::text as place, id, token_hash, mail_token_hash, mail_generation, greatest(expires_at, now()) as until
          from orders
         where check_at is not null and (status in ('payment_pending', 'payment_3ds') or expires_at > now())`,
  )
}

const VALID = sql`join reservations r on r.id = t.reservation_id and r.status = 'active'
  join time_spans s on s.id = t.time_span_id and s.ends_at > now()
 where t.revoked_at is null and t.used_at is null`

const VALID_TICKETS = sql`tickets t ${VALID}`

export function validTickets(read: Read): AsyncGenerator<readonly ValidTicket[]> {
  return pages(
    read,
    sql`select t.reservation_id || '/' || to_char(t.id, 'FM0000000000') as place, t.reservation_id, t.id as number, t.uid,
               t.code_version, t.code_hash, s.ends_at as until
          from ${VALID_TICKETS}`,
  )
}

/** Reservations with valid tickets. */
export function keptReservations(read: Read): AsyncGenerator<readonly KeptReservation[]> {
  return pages(
    read,
    sql`select r.id::text as place, r.id, r.token_hash, r.token_generation, max(s.ends_at) as until from ${VALID_TICKETS} group by r.id`,
  )
}

export interface LiveShare extends KeptToken {
  /** The hash of the token of the accepted part; null before somebody accepts. */
  readonly holder_hash: Buffer | null
}

/** Valid tickets in other hands: the link that their giver is shown, and the token that a repeated acceptance is answered with. */
export function liveShares(read: Read): AsyncGenerator<readonly LiveShare[]> {
  return pages(
    read,
    sql`select h.id::text as place, h.id, h.token_hash, h.holder_hash, max(s.ends_at) as until
          from tickets t join shares h on h.id = t.share_id ${VALID} group by h.id`,
  )
}

/** The longest time in which a provider takes money back: GMO's (docs/payments/gmo.md). */
const REFUNDABLE_DAYS = 180

/** Payments under way, and those whose money may still go back. */
export function keptPayments(read: Read): AsyncGenerator<readonly KeptPayment[]> {
  const isOpen = sql`(operation is not null or state in (${OPEN_STATES}))`
  const refundable = sql`created_at + make_interval(days => ${REFUNDABLE_DAYS})`
  return pages(
    read,
    sql`select id::text as place, id, payment_number_hash as token_hash, provider_refs as refs, ${isOpen} as is_open,
               case when ${isOpen} then greatest(deadline, now()) else ${refundable} end as until
          from payment_attempts
         where ${isOpen} or (state in ('captured', 'partially_refunded') and ${refundable} > now())
            or id in (select attempt_id from refunds where state = 'requested')`,
  )
}

const MAILS = Object.keys(JOBS)

/** Mails that are to be sent, or sent again. Completion and refund mails carry the link of their reservation. */
export function waitingMails(read: Read): AsyncGenerator<readonly WaitingMail[]> {
  return pages(
    read,
    sql`select job.id::text as place, job.keep_until as until,
               case when o.id is null then 'reservation' else 'mail' end as kind,
               coalesce(o.id, r.id) as id, coalesce(o.mail_generation, r.token_generation) as generation,
               coalesce(o.mail_token_hash, r.token_hash) as token_hash
          from jobs.job as job
          left join orders o on o.id = (job.data ->> 'orderId')::uuid and o.mail_token_hash is not null
               and o.mail_generation = (job.data ->> 'generation')::integer
          left join refund_requests q on q.id = (job.data ->> 'requestId')::uuid
          left join visit_cancellation_items i on i.id = (job.data ->> 'itemId')::uuid
          left join reservations r on r.id = coalesce((job.data ->> 'reservationId')::uuid, q.reservation_id, i.reservation_id)
         where job.name = any(${MAILS}::text[]) and job.state in ('created', 'retry', 'active')
           and coalesce(o.id, r.id) is not null`,
  )
}

/** Readers who get a magazine. */
export function subscribedReaders(read: Read): AsyncGenerator<readonly KeptToken[]> {
  return pages(
    read,
    sql`select id::text as place, id, token_hash, null::timestamptz as until from magazine_readers
         where exists (select from magazine_subscriptions where reader_id = magazine_readers.id and is_subscribed)`,
  )
}

export interface KeptAnswer extends KeptRow {
  readonly site_key: string
  readonly key_hash: Buffer
  readonly answer: Buffer
}

/**
 * Answers to repeated requests by their idempotency keys, kept for a day. One without an answer is over within a
 * minute.
 */
export function keptAnswers(read: Read): AsyncGenerator<readonly KeptAnswer[]> {
  return pages(
    read,
    sql`select site_key || '/' || encode(key_hash, 'hex') as place, site_key, key_hash, answer, created_at + interval '24 hours' as until
          from idempotency_keys where answer is not null and created_at > now() - interval '24 hours'`,
  )
}

export interface KeptEndpoint extends KeptRow {
  readonly id: string
  readonly secret: Buffer
  /** While it signs too. */
  readonly former_secret: Buffer | null
}

/** Endpoints of third parties: the secret that signs what they are told. */
export function keptEndpoints(read: Read): AsyncGenerator<readonly KeptEndpoint[]> {
  return pages(
    read,
    sql`select id::text as place, id, secret, case when former_until > now() then former_secret end as former_secret,
               null::timestamptz as until from webhook_endpoints where removed_at is null`,
  )
}
