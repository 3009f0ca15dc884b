import { sql } from 'kysely'
import * as v from 'valibot'

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
}

export interface RefusedAddress {
  readonly reservationNumber: string
  readonly name: string
  readonly visitDate: string
}

/** A day of a site at a glance: its times, and letters that did not arrive. Numbers and names, no address. */
export const readToday = staffVerb({
  name: 'today',
  permission: 'orders:read',
  reach: 'site',
  input: v.object({ ...site, date: day }),
  run: readDay,
})

const MOST_ADDRESSES = 50

async function readDay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { siteKey, date }: { readonly siteKey: string; readonly date: string },
): Promise<{ readonly slots: readonly TodaySlot[]; readonly refusedAddresses: readonly RefusedAddress[] }> {
  const { slots } = await readArrivals({ db, clock }, { siteKey, date, lang: 'ja' })
  const ids = slots.map(({ time_span_id: id }) => id)
  const [spans, refusedAddresses] = await Promise.all([
    db.read(read => readSpans(read, ids)),
    db.read(read => readRefusedAddresses(read, siteKey, date)),
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
    refusedAddresses,
  }
}

async function readSpans(
  read: Read,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<TodaySlot, 'capacity' | 'taken' | 'isStopped'>>> {
  const { rows } = await sql<{ id: number; capacity: number; taken: number; sale_state: string }>`
    select id, capacity, taken, sale_state from time_spans where id = any(${list('int', ids)}::int[])`.execute(
    read,
  )
  return new Map(
    rows.map(({ id, capacity, taken, sale_state: state }) => [
      id,
      { capacity, taken, isStopped: state === 'stopped' },
    ]),
  )
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
     order by s.visit_date, r.number limit ${MOST_ADDRESSES}`.execute(read)
  return rows.map(({ number, visit_date: visitDate, customer_info: answers }) => ({
    reservationNumber: number,
    name: buyerOf(answers).name,
    visitDate,
  }))
}
