import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { day, site } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'

export const VISITOR_GROUPS = ['day', 'product', 'time'] as const
export type VisitorGroup = (typeof VISITOR_GROUPS)[number]

export interface VisitorsLine {
  readonly group: string
  readonly capacity: number
  /** Tickets that were not given back. */
  readonly sold: number
  readonly admitted: number
  /** Sold, not admitted, and their time is over. */
  readonly noShows: number
  /** Tickets that a gate did not let in, each time it did not. */
  readonly refused: number
}

const GROUPS = {
  day: sql`s.visit_date::text`,
  product: sql`coalesce(n.name, m.uuid::text)`,
  time: sql`to_char(s.starts_at at time zone 'Asia/Tokyo', 'HH24:MI')`,
} as const

interface AskedVisitors {
  readonly siteKey: string
  readonly from: IsoDate
  readonly to: IsoDate
  readonly group: VisitorGroup
}

/** {@link countVisitors} until now, for staff. */
export const reportVisitors = staffVerb({
  name: 'report visitors',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, from: day, to: day, group: v.picklist(VISITOR_GROUPS) }),
  run: (deps: BookReads, { group, ...period }: AskedVisitors, { clock }: Act) =>
    countVisitors(deps, { ...period, now: new Date(clock.now()), withSets: group === 'product' }, group),
})

interface VisitorsPeriod extends Omit<AskedVisitors, 'group'> {
  readonly now: Date
  /** Set products too, each in its own times. */
  readonly withSets?: boolean
}

/** The visitors who came on the days of a period, and those who did not. What is bought beside a visit is not one, and is a line of its own by product. */
export async function countVisitors(
  { db }: BookReads,
  { siteKey, from, to, now, withSets = false }: VisitorsPeriod,
  group: VisitorGroup,
): Promise<readonly VisitorsLine[]> {
  const { rows } = await db.read(read =>
    sql<VisitorsLine>`
      with spans as (
        select s.id, ${GROUPS[group]} as "group", s.capacity, s.ends_at
          from products m
          join time_spans s on s.product_id = m.id and s.visit_date between ${from} and ${to}
          left join languages l on l.site_key = m.site_key and l.is_default
          left join product_texts n on n.product_id = m.id and n.lang = l.id
         where m.site_key = ${siteKey} and (${withSets} or m.product_type <> 'set')
      )
      select s."group", sum(s.capacity)::int as capacity, coalesce(sum(t.sold), 0)::int as sold,
             coalesce(sum(t.admitted), 0)::int as admitted,
             coalesce(sum(t.sold - t.admitted) filter (where s.ends_at < ${now}), 0)::int as "noShows",
             coalesce(sum(f.refused), 0)::int as refused
        from spans s
        left join lateral (
          select count(*) as sold, count(*) filter (where used_at is not null) as admitted
            from tickets where time_span_id = s.id and revoked_at is null
        ) t on true
        left join (
          select time_span_id, count(*) as refused from gate_refusals
           where site_key = ${siteKey} and not was_admitted group by time_span_id
        ) f on f.time_span_id = s.id
       group by s."group" order by s."group"`.execute(read),
  )
  return rows
}
