import { jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { type DeskLanguage, deskLanguage } from '../../office/desk/desk-language.ts'

import { readArrivals } from '../../gate/read-arrivals.ts'
import { buyerOf } from '../../orders/buyers/buyer.ts'
import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { Deps } from '../../platform/deps.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'

/** A time of a day, as it is sold and as people come. */
export interface TodaySlot {
  readonly timeSpanId: number
  readonly product: string
  /** ISO in +09:00. */
  readonly startsAt: string
  readonly endsAt: string
  readonly capacity: number
  readonly taken: number
  readonly sold: number
  readonly arrived: number
  readonly inside: number
  readonly isStopped: boolean
  readonly isAllDay: boolean
}

export interface RefusedAddress {
  readonly reservationNumber: string
  readonly name: string
  readonly visitDate: string
}

export interface CancelledVisit {
  readonly reservationNumber: string
  readonly visitDate: string
  readonly code: string | null
}

export interface EndpointGivenUp {
  readonly id: string
  readonly url: string
  readonly givenUp: number
}

export interface TodayNeeds {
  readonly refusedAddresses: readonly RefusedAddress[]
  readonly cancelledVisits: readonly CancelledVisit[]
  readonly webhooks: readonly EndpointGivenUp[]
  /** Null where the workers have done all in time. */
  readonly workWaitsSince: Date | null
}

/** A day of a site at a glance: its times, and whatever has to be looked at but payments. Numbers and names, no address. */
export const readToday = staffVerb({
  name: 'today',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, ...deskLanguage, date: day }),
  run: readDay,
})

/** Rows of each kind: these are worked off before one has read more. */
const MOST = 50
/** In ms: a worker does what is due within seconds, and after a restart within a minute. */
const LONG_DUE_MS = 5 * 60_000

interface AskedToday {
  readonly siteKey: string
  readonly date: string
  readonly lang?: DeskLanguage | undefined
}

async function readDay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, date, lang = 'ja' }: AskedToday,
): Promise<TodayNeeds & { readonly slots: readonly TodaySlot[] }> {
  const { slots } = await readArrivals({ db, clock }, { siteKey, date, lang })
  const ids = slots.map(({ time_span_id: id }) => id)
  const [spans, needs] = await Promise.all([
    db.read(read => readSpans(read, ids)),
    db.read(read => readNeeds(read, siteKey, clock.now())),
  ])
  return {
    slots: slots.flatMap(slot => {
      const span = spans.get(slot.time_span_id)
      // It was taken away between the two reads.
      if (span === undefined) return []
      return {
        timeSpanId: slot.time_span_id,
        product: slot.product_name,
        startsAt: slot.from,
        endsAt: slot.to,
        ...span,
        sold: slot.expected,
        arrived: slot.arrived,
        inside: slot.inside,
      }
    }),
    ...needs,
  }
}

async function readNeeds(read: Read, siteKey: string, now: number): Promise<TodayNeeds> {
  return {
    refusedAddresses: await readRefusedAddresses(read, siteKey, jstDateOf(now)),
    cancelledVisits: await readCancelledVisits(read, siteKey),
    webhooks: await readGivenUp(read, siteKey),
    workWaitsSince: await readWaiting(read, new Date(now - LONG_DUE_MS)),
  }
}

async function readCancelledVisits(read: Read, siteKey: string): Promise<readonly CancelledVisit[]> {
  // As literals: the index is of these alone.
  const { rows } = await sql<CancelledVisit>`
    select r.number as "reservationNumber", s.visit_date::text as "visitDate", i.code
      from visit_cancellation_items i join reservations r on r.id = i.reservation_id
      join orders o on o.id = i.order_id join time_spans s on s.id = o.time_span_id
     where i.site_key = ${siteKey} and i.state in ('failed', 'needs_person')
     order by s.visit_date, r.number limit ${MOST}`.execute(read)
  return rows
}

async function readGivenUp(read: Read, siteKey: string): Promise<readonly EndpointGivenUp[]> {
  const { rows } = await sql<EndpointGivenUp>`
    select e.id, e.url, d.given_up as "givenUp"
      from webhook_endpoints e
      cross join lateral (select count(*)::integer as given_up from webhook_deliveries d
                           where d.endpoint_id = e.id and d.state = 'dead') d
     where e.site_key = ${siteKey} and e.removed_at is null and d.given_up > 0
     order by e.created_at`.execute(read)
  return rows
}

/** Since when the oldest work is due that no worker has taken: each kind by the index that its worker reads. */
async function readWaiting(read: Read, dueBefore: Date): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(since) as since from (
      select min(start_after) as since from jobs.job where state < 'active' and start_after < ${dueBefore}
      union all select min(check_at) from payment_attempts where check_at < ${dueBefore}
      union all select min(check_at) from refunds where check_at < ${dueBefore}
      union all select min(check_at) from visit_cancellation_items where state = 'waiting' and check_at < ${dueBefore}
      union all select min(next_at) from webhook_deliveries where state = 'waiting' and next_at < ${dueBefore}
    ) as due`.execute(read)
  return rows[0]?.since ?? null
}

interface SpanRow extends Pick<TodaySlot, 'capacity' | 'taken' | 'isStopped' | 'isAllDay'> {
  readonly id: number
}

async function readSpans(
  read: Read,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Omit<SpanRow, 'id'>>> {
  const { rows } = await sql<SpanRow>`
    select s.id, s.capacity, s.taken, s.sale_state = 'stopped' as "isStopped", p.sale_type <> 'time' as "isAllDay"
      from time_spans s join products p on p.id = s.product_id where s.id = any(${list('int', ids)}::int[])`.execute(
    read,
  )
  return new Map(rows.map(({ id, ...span }) => [id, span]))
}

async function readRefusedAddresses(
  read: Read,
  siteKey: string,
  date: string,
): Promise<readonly RefusedAddress[]> {
  const { rows } = await sql<{ number: string; visit_date: string; customer_info: unknown }>`
    select r.number, s.visit_date::text, o.customer_info
      from orders o join reservations r on r.order_id = o.id join time_spans s on s.id = o.time_span_id
     where o.site_key = ${siteKey} and o.email_refused_at is not null and s.visit_date >= ${date}::date
     order by s.visit_date, r.number limit ${MOST}`.execute(read)
  return rows.map(({ number, visit_date: visitDate, customer_info: answers }) => ({
    reservationNumber: number,
    name: buyerOf(answers).name,
    visitDate,
  }))
}
