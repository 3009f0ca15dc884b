import type { DomainUnits } from '@kippu/domain/stock/unproven-shares'
import { type RawBuilder, sql } from 'kysely'

/** The units that a mail domain holds of a day besides an order, and the units of that order. */
export interface DomainDay extends DomainUnits {
  readonly units: number
}

/** The days of which an unproven order holds something, as a column of a query of orders. */
export function domainDaysOfOrder(mailDomain: RawBuilder<string>): RawBuilder<DomainDay[]> {
  return sql<DomainDay[]>`(
    select coalesce(json_agg(json_build_object(
             'units', own.units, 'capacity', day.capacity, 'unproven', others.unproven, 'proved', others.proved,
             'unpaid', others.unpaid, 'bought', others.bought)), '[]')
      from (
        select s.product_id, s.visit_date, sum(h.units)::integer as units
          from holds h join time_spans s on s.id = h.time_span_id
         where h.order_id = orders.id and h.network is not null
         group by s.product_id, s.visit_date
      ) own
      cross join lateral (
        select sum(s.capacity)::float8 as capacity, array_agg(s.id) as spans from time_spans s
         where s.product_id = own.product_id and s.visit_date = own.visit_date
      ) day
      cross join lateral (
        select coalesce(sum(h.units) filter (where not h.is_proved and h.network is not null and h.expires_at > now()), 0)::integer as unproven,
               coalesce(sum(h.units) filter (where h.is_proved or h.network is null), 0)::integer as proved,
               coalesce(sum(h.units) filter (where h.network is not null and h.expires_at > now()), 0)::integer as unpaid,
               coalesce(sum(h.units) filter (where h.expires_at is null), 0)::integer as bought
          from holds h
         where h.time_span_id = any(day.spans) and h.mail_domain = ${mailDomain} and h.order_id <> orders.id
      ) others
  )`
}
