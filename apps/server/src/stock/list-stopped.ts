import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../platform/db/database.ts'
import { day, site, uuid } from '../platform/staff/inputs.ts'
import { staffVerb } from '../platform/staff/staff-verb.ts'

/** A day of a product of which something is not sold. */
export interface StoppedDay {
  readonly date: string
  readonly productUuid: string
  /** Its code; without one, its Japanese name. */
  readonly product: string
  readonly stopped: number
  /** Time spans of the day, stopped or not. */
  readonly spans: number
  /** `HH:mm` in Japan, of those that are stopped. */
  readonly times: readonly string[]
  readonly since: Date
  readonly reason: string
  /** Units of the stopped ones that are held or sold. */
  readonly taken: number
}

/** The days and products that a site does not sell from a day on. */
export const listStopped = staffVerb({
  name: 'sales',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, productUuid: v.nullable(uuid), from: day }),
  run: ({ db }: { readonly db: Database }, asked: AskedStops) => db.read(read => selectStopped(read, asked)),
})

interface AskedStops {
  readonly siteKey: string
  /** Null: all products. */
  readonly productUuid: string | null
  readonly from: string
}

async function selectStopped(read: Read, { siteKey, productUuid, from }: AskedStops): Promise<StoppedDay[]> {
  const { rows } = await sql<StoppedDay>`
    select t.visit_date as date, p.uuid as "productUuid",
           coalesce(p.code, (select name from product_texts where product_id = p.id and lang = 'ja'), p.uuid::text) as product,
           count(*)::integer as stopped,
           (select count(*)::integer from time_spans a where a.product_id = p.id and a.visit_date = t.visit_date) as spans,
           array_agg(to_char(t.starts_at at time zone 'Asia/Tokyo', 'HH24:MI') order by t.starts_at) as times,
           min(t.stopped_at) as since, min(t.stop_reason) as reason, sum(t.taken)::integer as taken
      from time_spans t join products p on p.id = t.product_id
     where t.site_key = ${siteKey} and t.sale_state = 'stopped' and t.visit_date >= ${from}::date
       and coalesce(p.uuid = ${productUuid}::uuid, true)
     group by t.visit_date, p.id, p.uuid, p.position order by t.visit_date, p.position, p.id`.execute(read)
  return rows
}
