import { sql } from 'kysely'

import type { Read, Tx } from '../../db/database.ts'
import { lockSpans } from './batch-queries.ts'

/** A day of a product as a catalogue says it. */
export interface WrittenDay {
  readonly productId: number
  readonly date: string
  readonly basePrice: number
  readonly isClosed: boolean
  readonly isSoldOutDisplay: boolean
}

/** A time span of a product; its start names it. */
export interface WrittenSpan {
  readonly productId: number
  readonly date: string
  readonly startsAt: string
  readonly endsAt: string
  readonly capacity: number
}

/** Rows of one statement: their columns are sent as arrays. */
const BATCH = 5_000

/** Adds days, or changes them. */
export async function writeDays(tx: Tx, days: readonly WrittenDay[]): Promise<void> {
  for (const part of parts(days))
    await sql`
      insert into product_days (product_id, visit_date, base_price, is_closed, is_sold_out_display)
      select * from unnest(
        ${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[],
        ${part.map(({ basePrice }) => basePrice)}::integer[], ${part.map(({ isClosed }) => isClosed)}::boolean[],
        ${part.map(({ isSoldOutDisplay }) => isSoldOutDisplay)}::boolean[])
      on conflict (product_id, visit_date) do update
         set base_price = excluded.base_price, is_closed = excluded.is_closed, is_sold_out_display = excluded.is_sold_out_display`.execute(
      tx,
    )
}

/** Removes days that have no time span. */
export async function removeDays(
  tx: Tx,
  days: ReadonlyArray<{ readonly productId: number; readonly date: string }>,
): Promise<void> {
  for (const part of parts(days))
    await sql`
      delete from product_days d
       using unnest(${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[]) a (id, date)
       where d.product_id = a.id and d.visit_date = a.date`.execute(tx)
}

/** Adds time spans, or changes those that begin then; of a changed one only its end and its capacity. The caller has locked those. */
export async function writeSpans(tx: Tx, siteKey: string, spans: readonly WrittenSpan[]): Promise<void> {
  for (const part of parts(spans))
    await sql`
      insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
      select ${siteKey}, * from unnest(
        ${part.map(({ productId }) => productId)}::integer[], ${part.map(({ date }) => date)}::date[],
        ${part.map(({ startsAt }) => startsAt)}::timestamptz[], ${part.map(({ endsAt }) => endsAt)}::timestamptz[],
        ${part.map(({ capacity }) => capacity)}::integer[])
      on conflict (product_id, starts_at) do update set ends_at = excluded.ends_at, capacity = excluded.capacity`.execute(
      tx,
    )
}

/** Removes time spans, which the caller has locked. One that an order or a ticket names makes the database refuse it. */
export async function removeSpans(tx: Tx, spans: readonly NamedSpan[]): Promise<void> {
  for (const part of parts(spans))
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

/** Locks time spans by what names them, in the order of their ids. */
export async function lockNamedSpans(tx: Tx, spans: readonly NamedSpan[]): Promise<void> {
  const ids: number[] = []
  for (const part of parts(spans)) {
    const { rows } = await sql<{ id: number }>`
      select s.id from time_spans s
        join unnest(${part.map(({ productId }) => productId)}::integer[],
                    ${part.map(({ startsAt }) => startsAt)}::timestamptz[]) a (id, at)
          on s.product_id = a.id and s.starts_at = a.at`.execute(tx)
    for (const { id } of rows) ids.push(id)
  }
  for (const part of parts(ids.toSorted((a, b) => a - b))) await lockSpans(tx, part)
}

/** Of time spans, those that an order or a ticket names: they stay for ever. */
export async function findNamed(read: Read, spans: readonly NamedSpan[]): Promise<NamedSpan[]> {
  const found: NamedSpan[] = []
  for (const part of parts(spans)) {
    const { rows } = await sql<NamedSpan>`
      select a.id as "productId", a.text as "startsAt"
        from unnest(${part.map(({ productId }) => productId)}::integer[],
                    ${part.map(({ startsAt }) => startsAt)}::text[]) a (id, text)
        join time_spans s on s.product_id = a.id and s.starts_at = a.text::timestamptz
       where s.taken > 0 or exists (select from order_items i where i.time_span_id = s.id)
          or exists (select from orders o where o.time_span_id = s.id)
          or exists (select from tickets t where t.time_span_id = s.id)
          or exists (select from check_ins c where c.time_span_id = s.id)`.execute(read)
    found.push(...rows)
  }
  return found
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[], void, void> {
  for (let at = 0; at < rows.length; at += BATCH) yield rows.slice(at, at + BATCH)
}
