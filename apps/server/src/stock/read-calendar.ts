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
  readonly isStopped: boolean
}

export interface CalendarDay {
  readonly date: string
  readonly productId: number
  /** Yen. */
  readonly basePrice: number
  readonly isClosed: boolean
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

interface AskedCalendar {
  readonly siteKey: string
  /** Both included. */
  readonly from: string
  readonly to: string
}

/** The days of a site with their times and numbers, by day and then in the order of the products. */
export const readCalendar = staffVerb({
  name: 'calendar',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, from: day, to: day }),
  run: ({ db }: { readonly db: Database }, asked: AskedCalendar) => db.read(read => select(read, asked)),
})

async function select(read: Read, { siteKey, from, to }: AskedCalendar): Promise<Calendar> {
  const products = await sql<CalendarProduct>`
    select p.id, p.uuid, p.code, ja.name as "nameJa", en.name as "nameEn", p.sale_type as "saleType"
      from products p
      left join product_texts ja on ja.product_id = p.id and ja.lang = 'ja'
      left join product_texts en on en.product_id = p.id and en.lang = 'en'
     where p.site_key = ${siteKey}
       and exists (select from product_days d where d.product_id = p.id and d.visit_date between ${from}::date and ${to}::date)
     order by p.position, p.id`.execute(read)
  const days = await sql<CalendarDay>`
    with spans as materialized (
      select s.* from products p join time_spans s on s.product_id = p.id
       where p.site_key = ${siteKey} and s.visit_date between ${from}::date and ${to}::date
    ), unpaid as (
      select h.time_span_id as id, h.units from spans s join holds h on h.time_span_id = s.id and h.ends
      union all
      select h.time_span_id, h.units
        from payment_attempts a
        join orders o on o.id = a.order_id and o.status in ('payment_pending', 'payment_3ds')
        join holds h on h.order_id = o.id and not h.ends
       where a.site_key = ${siteKey} and a.state in ('created', 'executing', 'action_required', 'pending', 'authorized')
    ), held as (
      select id, sum(units)::integer as units from unpaid group by id
    ), days as (
      select s.product_id, s.visit_date,
             json_agg(json_build_object(
               'id', s.id, 'starts', to_char(s.starts_at at time zone 'Asia/Tokyo', 'HH24:MI'),
               'ends', to_char(s.ends_at at time zone 'Asia/Tokyo', 'HH24:MI'), 'capacity', s.capacity, 'taken', s.taken,
               'held', coalesce(h.units, 0), 'isStopped', s.sale_state = 'stopped') order by s.starts_at, s.id) as spans
        from spans s left join held h on h.id = s.id group by s.product_id, s.visit_date
    )
    select d.visit_date as date, p.id as "productId", d.base_price as "basePrice", d.is_closed as "isClosed",
           coalesce(g.spans, '[]') as spans
      from products p
      join product_days d on d.product_id = p.id and d.visit_date between ${from}::date and ${to}::date
      left join days g on g.product_id = p.id and g.visit_date = d.visit_date
     where p.site_key = ${siteKey}
     order by d.visit_date, p.position, p.id`.execute(read)
  return { products: products.rows, days: days.rows }
}
