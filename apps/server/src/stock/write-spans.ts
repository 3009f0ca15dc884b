import { inParts } from '@kippu/domain/in-parts'
import { type RawBuilder, sql } from 'kysely'

import type { Read, Tx } from '../platform/db/database.ts'
import { lockSpans } from './batch-queries.ts'

/** A day of a product as a catalogue says it. */
export interface WrittenDay {
  readonly productId: number
  readonly date: string
  readonly basePrice: number
  readonly isClosed: boolean
  readonly isSoldOutDisplay: boolean
  /** The price that a rule wrote last. */
  readonly ruledPrice: number | null
}

/** A time span of a product; its start names it. */
export interface WrittenSpan {
  readonly productId: number
  readonly date: string
  readonly startsAt: string
  readonly endsAt: string
  readonly soldUntil: string | null
  readonly capacity: number
  /** The end and the capacity that a rule wrote last. */
  readonly ruledEndsAt: string | null
  readonly ruledCapacity: number | null
}

/** Rows of one statement: their columns are sent as arrays. */
const BATCH = 1_000

/** Adds days, or changes them. */
export async function writeDays(tx: Tx, days: readonly WrittenDay[]): Promise<void> {
  for (const part of inParts(days, BATCH))
    await sql`
      insert into product_days (product_id, visit_date, base_price, is_closed, is_sold_out_display, ruled_price)
      select * from unnest(
        ${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[],
        ${part.map(({ basePrice }) => basePrice)}::integer[], ${part.map(({ isClosed }) => isClosed)}::boolean[],
        ${part.map(({ isSoldOutDisplay }) => isSoldOutDisplay)}::boolean[],
        ${part.map(({ ruledPrice }) => ruledPrice)}::integer[])
      on conflict (product_id, visit_date) do update
         set base_price = excluded.base_price, is_closed = excluded.is_closed, is_sold_out_display = excluded.is_sold_out_display,
             ruled_price = excluded.ruled_price`.execute(tx)
}

/** Removes days that have no time span. */
export async function removeDays(
  tx: Tx,
  days: ReadonlyArray<{ readonly productId: number; readonly date: string }>,
): Promise<void> {
  for (const part of inParts(days, BATCH))
    await sql`
      delete from product_days d
       using unnest(${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[]) a (id, date)
       where d.product_id = a.id and d.visit_date = a.date`.execute(tx)
}

/**
 * Adds time spans, or changes those that begin then; of a changed one only its end, that of its sale, its capacity, and what a rule wrote. The caller has locked those, and what
 * there is of the days of the new ones: where all of a day is stopped, they are stopped too, for its reason.
 */
export async function writeSpans(tx: Tx, siteKey: string, spans: readonly WrittenSpan[]): Promise<void> {
  for (const part of inParts(spans, BATCH))
    await sql`
      insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, sold_until, capacity, ruled_ends_at, ruled_capacity,
                              sale_state, stopped_at, stop_reason)
      select ${siteKey}, a.*, coalesce(d.state, 'open'), d.stopped_at, d.reason
        from unnest(
          ${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[],
          ${part.map(({ startsAt }) => startsAt)}::timestamptz[], ${part.map(({ endsAt }) => endsAt)}::timestamptz[],
          ${part.map(({ soldUntil }) => soldUntil)}::timestamptz[],
          ${part.map(({ capacity }) => capacity)}::integer[],
          ${part.map(({ ruledEndsAt }) => ruledEndsAt)}::timestamptz[],
          ${part.map(({ ruledCapacity }) => ruledCapacity)}::integer[])
            a (product, date, starts_at, ends_at, sold_until, capacity, ruled_ends_at, ruled_capacity)
        left join (${stoppedDays(part)}) d on d.product = a.product and d.date = a.date
      on conflict (product_id, starts_at) do update
         set ends_at = excluded.ends_at, sold_until = excluded.sold_until, capacity = excluded.capacity,
             ruled_ends_at = excluded.ruled_ends_at, ruled_capacity = excluded.ruled_capacity`.execute(tx)
}

/** The days of time spans on which every span is stopped, each once. */
function stoppedDays(spans: ReadonlyArray<Pick<WrittenSpan, 'productId' | 'date'>>): RawBuilder<unknown> {
  return sql`
    select s.product_id as product, s.visit_date as date, 'stopped' as state, min(s.stopped_at) as stopped_at, min(s.stop_reason) as reason
      from time_spans s
     where (s.product_id, s.visit_date) in (select * from unnest(${spans.map(({ productId }) => productId)}::integer[],
             ${spans.map(({ date }) => date)}::date[]))
     group by s.product_id, s.visit_date having bool_and(s.sale_state = 'stopped')`
}

export type SpanDay = Pick<WrittenSpan, 'productId' | 'date'>

/** The days on which everything is stopped: what is added to them is stopped too. */
export async function findStoppedDays(read: Read, days: readonly SpanDay[]): Promise<SpanDay[]> {
  const found: SpanDay[] = []
  for (const part of inParts(days, BATCH)) {
    const { rows } = await sql<SpanDay>`
      select product as "productId", date from (${stoppedDays(part)}) d`.execute(read)
    found.push(...rows)
  }
  return found
}

/** Removes time spans, which the caller has locked. One that an order or a ticket names makes the database refuse it. */
export async function removeSpans(tx: Tx, spans: readonly NamedSpan[]): Promise<void> {
  for (const part of inParts(spans, BATCH))
    await sql`
      delete from time_spans s
       using unnest(${part.map(({ productId }) => productId)}::integer[],
                    ${part.map(({ startsAt }) => startsAt)}::timestamptz[]) a (id, at)
       where s.product_id = a.id and s.starts_at = a.at`.execute(tx)
}

export interface NamedSpan {
  readonly productId: number
  readonly startsAt: string
}

/** Locks time spans by what names them, and all of some days, in the order of their ids. */
export async function lockNamedSpans(
  tx: Tx,
  spans: Iterable<NamedSpan>,
  days: readonly SpanDay[],
): Promise<void> {
  const ids = new Set<number>()
  for (const part of inParts(spans, BATCH)) {
    const { rows } = await sql<{ id: number }>`
      select s.id from time_spans s
        join unnest(${part.map(({ productId }) => productId)}::integer[],
                    ${part.map(({ startsAt }) => startsAt)}::timestamptz[]) a (id, at)
          on s.product_id = a.id and s.starts_at = a.at`.execute(tx)
    for (const { id } of rows) ids.add(id)
  }
  for (const part of inParts(days, BATCH)) {
    const { rows } = await sql<{ id: number }>`
      select s.id from time_spans s
       where (s.product_id, s.visit_date) in (select * from unnest(${part.map(({ productId }) => productId)}::integer[],
               ${part.map(({ date }) => date)}::date[]))`.execute(tx)
    for (const { id } of rows) ids.add(id)
  }
  for (const part of inParts(
    [...ids].toSorted((a, b) => a - b),
    BATCH,
  ))
    await lockSpans(tx, part)
}

/** A time span of which somebody wants to know more than its plan. */
export interface NamedSpanState extends NamedSpan {
  readonly date: string
  /** An order or a ticket names it: it stays for ever. */
  readonly isOrdered: boolean
  readonly isStopped: boolean
}

/**
 * The time spans that an order or a ticket names, and those whose sale somebody has stopped: with them the stop would
 * be lost.
 */
export async function findNamed(read: Read, spans: readonly NamedSpan[]): Promise<NamedSpanState[]> {
  const found: NamedSpanState[] = []
  for (const part of inParts(spans, BATCH)) {
    const { rows } = await sql<NamedSpanState>`
      select * from (
        select a.id as "productId", a.text as "startsAt", s.visit_date as date, s.sale_state = 'stopped' as "isStopped",
               s.taken > 0 or exists (select from order_items i where i.time_span_id = s.id)
                 or exists (select from orders o where o.time_span_id = s.id)
                 or exists (select from tickets t where t.time_span_id = s.id)
                 or exists (select from check_ins c where c.time_span_id = s.id) as "isOrdered"
          from unnest(${part.map(({ productId }) => productId)}::integer[],
                      ${part.map(({ startsAt }) => startsAt)}::text[]) a (id, text)
          join time_spans s on s.product_id = a.id and s.starts_at = a.text::timestamptz) f
       where "isOrdered" or "isStopped"`.execute(read)
    found.push(...rows)
  }
  return found
}

/** The days that are stopped without some of their time spans: these may go, and the day stays stopped. */
export async function findStoppedWithout(
  read: Read,
  days: readonly SpanDay[],
  without: readonly NamedSpan[],
): Promise<SpanDay[]> {
  const { rows } = await sql<SpanDay>`
    select s.product_id as "productId", s.visit_date as date from time_spans s
     where (s.product_id, s.visit_date) in (select * from unnest(${days.map(({ productId }) => productId)}::integer[],
             ${days.map(({ date }) => date)}::date[]))
       and (s.product_id, s.starts_at) not in (select * from unnest(${without.map(({ productId }) => productId)}::integer[],
             ${without.map(({ startsAt }) => startsAt)}::timestamptz[]))
     group by s.product_id, s.visit_date having bool_and(s.sale_state = 'stopped')`.execute(read)
  return rows
}
