import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'

export interface AskedSpan {
  readonly siteKey: string
  /** UUID. */
  readonly productUuid: string
  /** ISO date in Japan. */
  readonly date: string
  /** `10:00` in Japan; null where the day has one time alone. */
  readonly time: string | null
}

export type FoundSpan = { readonly id: number } | { readonly fault: string }

/** The time span that somebody at the desk names by its day and its time. */
export async function findSpanOn(
  read: Read,
  { siteKey, productUuid, date, time }: AskedSpan,
): Promise<FoundSpan> {
  const { rows } = await sql<{ id: number; time: string }>`
    select s.id, to_char(s.starts_at at time zone 'Asia/Tokyo', 'HH24:MI') as time
      from time_spans s join products p on p.id = s.product_id
     where p.site_key = ${siteKey} and p.uuid = ${productUuid} and s.visit_date = ${date}::date
     order by s.starts_at`.execute(read)
  const fitting = rows.filter(row => time === null || row.time === time)
  const [span, ...others] = fitting
  if (rows.length === 0) return { fault: `the product has no time on ${date}` }
  if (span === undefined || others.length > 0)
    return { fault: `name a time of ${date}: ${rows.map(row => row.time).join(', ')}` }
  return { id: span.id }
}
