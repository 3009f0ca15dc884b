import type { IsoDate } from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import { UNPAID_REASON } from '../../orders/life/unpaid-reason.ts'
import { day, site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'

export interface UnpaidLine {
  /** The day of the visit. */
  readonly day: string
  readonly product: string
  /** How far its buyers came: `UNPAID_REASON`. */
  readonly reason: string
  readonly orders: number
  /** Tickets that were wanted. */
  readonly units: number
}

interface AskedDays {
  readonly siteKey: string
  readonly from: IsoDate
  readonly to: IsoDate
}

/** Orders for the days of a period that ended without being paid: those that are there, and those that are only counted by now. */
export const reportUnpaid = staffVerb({
  name: 'report unpaid',
  permission: 'stock:read',
  reach: 'site',
  input: v.object({ ...site, from: day, to: day }),
  run: async ({ db }: BookReads, { siteKey, from, to }: AskedDays): Promise<readonly UnpaidLine[]> => {
    const { rows } = await db.read(read =>
      sql<UnpaidLine>`
        with unpaid as (
          select day, product_id, reason, orders, units from unpaid_orders
           where site_key = ${siteKey} and day between ${from} and ${to}
          union all
          select s.visit_date, o.product_id, ${UNPAID_REASON}, 1, o.quantity
            from products p
            join time_spans s on s.product_id = p.id and s.visit_date between ${from} and ${to}
            join orders o on o.time_span_id = s.id and o.status in ('expired', 'cancelled')
           where p.site_key = ${siteKey}
        )
        select u.day::text, coalesce(n.name, p.uuid::text) as product, u.reason,
               sum(u.orders)::int as orders, sum(u.units)::int as units
          from unpaid u join products p on p.id = u.product_id
          left join languages l on l.site_key = p.site_key and l.is_default
          left join product_texts n on n.product_id = p.id and n.lang = l.id
         group by u.day, p.id, n.name, u.reason order by u.day, p.id, u.reason`.execute(read),
    )
    return rows
  },
})
