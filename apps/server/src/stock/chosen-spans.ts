import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../platform/db/database.ts'
import { list } from '../platform/db/list.ts'
import { day, site, uuid } from '../platform/staff/inputs.ts'
import { lockSpans, type SpanStock } from './batch-queries.ts'

/** Time spans of a product, or of all products of a site: of some days, and of one time of day where `time` is given. */
export interface ChosenSpans {
  readonly siteKey: string
  /** Null: of all products. */
  readonly productUuid: string | null
  /** Days of visit, both included. A ticket for a period has the day on which its period begins. */
  readonly from: string
  readonly to: string
  /** `HH:mm` in Japan. */
  readonly time: string | null
  /** These of them alone. */
  readonly ids?: readonly number[] | undefined
}

/** The fields of an input that chooses time spans. */
export const chosenFields = {
  ...site,
  productUuid: v.nullable(uuid),
  from: day,
  to: day,
  time: v.nullable(v.string()),
  ids: v.optional(v.array(v.number())),
}

/** The condition that the time span `t` of the product `p` is one of them. */
export function areChosen({ siteKey, productUuid, from, to, time, ids }: ChosenSpans): RawBuilder<boolean> {
  return sql`p.site_key = ${siteKey} and coalesce(p.uuid = ${productUuid}::uuid, true)
       and t.visit_date between ${from}::date and ${to}::date
       and coalesce(to_char(t.starts_at at time zone 'Asia/Tokyo', 'HH24:MI') = ${time}::text, true)
       and ${ids === undefined ? sql`true` : sql`t.id = any(${list('int', ids)}::int[])`}`
}

/** Their ids. */
export async function findChosen(read: Read, chosen: ChosenSpans): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from time_spans t join products p on p.id = t.product_id
     where ${areChosen(chosen)} order by t.id`.execute(read)
  return rows.map(({ id }) => id)
}

/**
 * Locks the time spans until the transaction ends, and reads their stock. A transaction that adds one to a day locks
 * those of the day, so that it was added before these locks, and is found by another look, or comes after this
 * transaction.
 */
export async function lockChosen(tx: Tx, chosen: ChosenSpans): Promise<SpanStock[]> {
  let ids = await findChosen(tx, chosen)
  for (;;) {
    const locked = await lockSpans(tx, ids)
    const now = await findChosen(tx, chosen)
    if (now.length === locked.length && now.every((id, index) => locked[index]?.id === id)) return locked
    ids = now
  }
}

/** The chosen spans, as the line of an action says them. */
export function detailsOf({ from, to, time, ids }: ChosenSpans): Readonly<Record<string, unknown>> {
  return { from, to, ...(time !== null && { time }), ...(ids !== undefined && { ids }) }
}

/** The subject of an action: the product, or `all` of the site. */
export function subjectOf({ productUuid }: ChosenSpans): string {
  return productUuid ?? 'all'
}
