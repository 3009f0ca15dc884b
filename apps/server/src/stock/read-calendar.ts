import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database, Read } from '../platform/db/database.ts'
import { day, site } from '../platform/staff/inputs.ts'
import { staffVerb } from '../platform/staff/staff-verb.ts'

export interface CalendarSpan {
  readonly id: number
  /** `HH:mm` in Japan. */
  readonly starts: string
  readonly ends: string
  readonly capacity: number
  /** Units that are held or sold. */
  readonly taken: number
  /** Those of them that are not sold: of orders that are not paid yet. */
  readonly held: number
  /** Units that are kept for channels and not sold to them yet. */
  readonly kept: number
  readonly isStopped: boolean
  /** Its end or its capacity is not what a rule wrote. */
  readonly isEdited: boolean
}

export interface CalendarDay {
  readonly date: string
  readonly productId: number
  /** Yen. */
  readonly basePrice: number
  readonly isClosed: boolean
  /** Its price is not what a rule wrote. */
  readonly isEdited: boolean
  readonly spans: readonly CalendarSpan[]
}

export interface CalendarProduct {
  readonly id: number
  readonly uuid: string
  readonly code: string | null
  readonly nameJa: string | null
  readonly nameEn: string | null
  readonly saleType: string
}

export interface Calendar {
  readonly products: readonly CalendarProduct[]
  readonly days: readonly CalendarDay[]
}

export interface AskedCalendar {
  readonly siteKey: string
  /** Both included. */
  readonly from: string
  readonly to: string
}

/** A calendar, and a word for exactly what it says. */
export interface ReadCalendar {
  readonly version: string
  readonly calendar: Calendar
}

/** The days of a site with their times and numbers, by day and then in the order of the products. */
export const readCalendar = staffVerb({
  name: 'calendar',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, from: day, to: day }),
  run: async ({ db }: { readonly db: Database }, asked: AskedCalendar): Promise<ReadCalendar> => {
    const [read] = await db.read(one => readCalendars(one, [asked]))
    if (read === undefined) throw new Error('a calendar was asked for and is not there')
    return read
  },
})

/** Whether somebody may look at it as it changes: nothing is read by that. */
export const mayWatchCalendar = staffVerb({
  name: 'calendar live',
  permission: 'stock:read',
  reach: 'site',
  input: v.object(site),
  run: async (_parts: object, _asked: { readonly siteKey: string }) => undefined,
})

interface KnownCalendar extends AskedCalendar {
  /** The version that is known already: it is not read again. */
  readonly known?: string | undefined
}

/** Many calendars by one statement, in the order in which they are asked for; undefined for one that is as it is known. */
export async function readCalendars(
  read: Read,
  asked: readonly KnownCalendar[],
): Promise<ReadonlyArray<ReadCalendar | undefined>> {
  const { rows } = await sql<{ version: string; calendar: Calendar | null }>`
    with asked as (
      select * from unnest(${asked.map(({ siteKey }) => siteKey)}::text[], ${asked.map(({ from }) => from)}::date[],
                           ${asked.map(({ to }) => to)}::date[], ${asked.map(({ known }) => known ?? null)}::text[])
        with ordinality as a (site_key, from_day, to_day, known, place)
    ), shown as materialized (
      select a.place, p.position, d.*
        from asked a
        join products p on p.site_key = a.site_key,
             -- By itself: the planner would read the product's days and times of all years.
             lateral (select * from product_days where product_id = p.id and visit_date between a.from_day and a.to_day offset 0) d
    ), spans as materialized (
      select d.place, s.*
        from shown d,
             lateral (select * from time_spans where product_id = d.product_id and visit_date = d.visit_date offset 0) s
    ), unpaid as (
      select h.time_span_id as id, h.units
        from (select distinct id from spans) s join holds h on h.time_span_id = s.id and h.ends
      union all
      select h.time_span_id, h.units
        from payment_attempts a
        join orders o on o.id = a.order_id and o.status in ('payment_pending', 'payment_3ds')
        join holds h on h.order_id = o.id and not h.ends
       where a.site_key in (select site_key from asked)
         and a.state in ('created', 'executing', 'action_required', 'pending', 'authorized')
    ), held as (
      select id, sum(units)::integer as units from unpaid group by id
    ), times as (
      select s.place, s.product_id, s.visit_date,
             json_agg(json_build_object(
               'id', s.id, 'starts', to_char(s.starts_at at time zone 'Asia/Tokyo', 'HH24:MI'),
               'ends', to_char(s.ends_at at time zone 'Asia/Tokyo', 'HH24:MI'), 'capacity', s.capacity, 'taken', s.taken,
               'held', coalesce(h.units, 0), 'kept', coalesce(k.units, 0), 'isStopped', s.sale_state = 'stopped',
               'isEdited', coalesce(s.ruled_capacity <> s.capacity, false) or coalesce(s.ruled_ends_at <> s.ends_at, false)) order by s.starts_at, s.id) as spans
        from spans s left join held h on h.id = s.id
        left join lateral (
          select sum(greatest(0, c.share - c.used)) as units from channel_shares c
           where s.shares > 0 and c.time_span_id = s.id and coalesce(c.release_at, 'infinity') > now()) k on true
       group by s.place, s.product_id, s.visit_date
    ), days as (
      select d.place, json_agg(json_build_object(
               'date', d.visit_date, 'productId', d.product_id, 'basePrice', d.base_price, 'isClosed', d.is_closed,
               'isEdited', coalesce(d.ruled_price <> d.base_price, false),
               'spans', coalesce(t.spans, '[]')) order by d.visit_date, d.position, d.product_id) as days
        from shown d
        left join times t on t.place = d.place and t.product_id = d.product_id and t.visit_date = d.visit_date
       group by d.place
    ), offered as (
      select d.place, json_agg(json_build_object(
               'id', p.id, 'uuid', p.uuid, 'code', p.code, 'nameJa', ja.name, 'nameEn', en.name, 'saleType', p.sale_type)
               order by p.position, p.id) as products
        from (select distinct place, product_id from shown) d
        join products p on p.id = d.product_id
        left join product_texts ja on ja.product_id = p.id and ja.lang = 'ja'
        left join product_texts en on en.product_id = p.id and en.lang = 'en'
       group by d.place
    ), calendars as materialized (
      select a.place, a.known,
             json_build_object('products', coalesce(o.products, '[]'), 'days', coalesce(d.days, '[]'))::text as calendar
        from asked a left join days d on d.place = a.place left join offered o on o.place = a.place
    ), versions as materialized (
      select place, known, calendar, md5(calendar) as version from calendars
    )
    select version, case when version is distinct from known then calendar::json end as calendar
      from versions order by place`.execute(read)
  return rows.map(({ version, calendar }) => (calendar === null ? undefined : { version, calendar }))
}
