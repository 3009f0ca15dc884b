import { inParts } from '@kippu/domain/in-parts'
import { type RawBuilder, sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { findStoppedDays } from '../../stock/write-spans.ts'
import { findMissingWords, type MissingWords } from './find-missing-words.ts'
import { oddRows } from './find-odd-prices.ts'
import { findPromises } from './find-promises.ts'
import type { Plan } from './planned.ts'
import { days } from './sheets/days.ts'
import { isoOf } from './sheets/moments.ts'
import { productIds } from './sheets/product-ids.ts'
import { textOf, type Touched } from './sheets/sheet.ts'
import { spans } from './sheets/spans.ts'

/** Tickets and unpaid orders of one product on one day. */
export interface ImpactDay {
  /** UUID of the product. */
  readonly product: string
  readonly date: string
  readonly count: number
}

/** The units sold, or being bought, of the rows that an import changes. */
export interface Impact {
  /** Tickets whose visit is not over. */
  readonly tickets: readonly ImpactDay[]
  /** Numbers of their reservations, the first ones. */
  readonly reservations: readonly string[]
  readonly reservationCount: number
  /** Orders that are not paid yet. */
  readonly unpaidOrders: readonly ImpactDay[]
  /** Time spans that are added to days whose sale is stopped: they are not sold until it is resumed. */
  readonly stopped: readonly ImpactDay[]
  /** UUIDs of products whose words promise to come in again, though each ticket admits once. */
  readonly promises: readonly string[]
  /** Products and the like without words in a language of the site. */
  readonly missing: readonly MissingWords[]
}

const MOST_NUMBERS = 20

/** Rows that are added touch nothing, as only what was there before was sold; but a kind at an odd price touches its product, whose days it is sold for. */
export async function findImpact(
  read: Read,
  { scope, sheets }: Pick<Plan, 'scope' | 'sheets'>,
): Promise<Impact> {
  const touched = await findTouched(read, { scope, sheets })
  const sold = await readTickets(read, scope.siteKey, touched)
  const orders = await sql<ImpactDay>`${touchedOrders(scope.siteKey, touched)}`.execute(read)
  return {
    ...sold,
    unpaidOrders: orders.rows,
    stopped: await findAddedStopped(read, { scope, sheets }),
    promises: await findPromises(read, { scope, sheets }),
    missing: await findMissingWords(read, { scope, sheets }),
  }
}

/** As {@link Touched}, with the time spans by their ids: they may be all of a season. */
interface Found extends Omit<Touched, 'spans'> {
  readonly spanIds: readonly number[]
}

const MOST_AT_ONCE = 1_000

async function findTouched(read: Read, { scope, sheets }: Pick<Plan, 'scope' | 'sheets'>): Promise<Found> {
  const found = { products: new Set<string>(), days: [], values: [], coupons: new Set<string>() }
  const spanIds: number[] = []
  for (const { sheet, changes } of sheets)
    for (const part of inParts(changes, MOST_AT_ONCE)) {
      const touched: Touched = { ...found, spans: [] }
      for (const { before } of part) if (before !== null) sheet.touch(before, touched)
      for (const id of await spanIdsOf(read, touched)) spanIds.push(id)
    }
  const undated = sheets.filter(({ sheet }) => sheet !== days)
  for (const { row } of oddRows({ scope, sheets: undated })) found.products.add(textOf(row[0]))
  return { ...found, spanIds }
}

async function spanIdsOf(read: Read, { spans: named }: Touched): Promise<number[]> {
  if (named.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select s.id from time_spans s join products p on p.id = s.product_id
      join unnest(${named.map(([uuid]) => uuid)}::uuid[], ${named.map(([, start]) => isoOf(start))}::timestamptz[]) a (uuid, at)
        on p.uuid = a.uuid and s.starts_at = a.at`.execute(read)
  return rows.map(({ id }) => id)
}

async function findAddedStopped(
  read: Read,
  { scope, sheets }: Pick<Plan, 'scope' | 'sheets'>,
): Promise<ImpactDay[]> {
  const ids = await productIds(read, scope.siteKey)
  const changes = sheets.find(({ sheet }) => sheet === spans)?.changes ?? []
  const days = new Map<string, ImpactDay & { readonly productId: number }>()
  for (const { before, after } of changes) {
    const [product, date] = [textOf(after?.[0]), textOf(after?.[1])]
    if (before !== null || !ids.has(product)) continue
    const productId = ids.of(product)
    const key = `${productId} ${date}`
    days.set(key, { product, date, productId, count: (days.get(key)?.count ?? 0) + 1 })
  }
  const found = await findStoppedDays(read, [...days.values()])
  return found.flatMap(({ productId, date }) => {
    const day = days.get(`${productId} ${date}`)
    return day === undefined ? [] : [{ product: day.product, date, count: day.count }]
  })
}

/** The time spans, products and values of a change, as tables of a statement. */
function touchedTables({ products, spanIds, days, values }: Found, siteKey: string): RawBuilder<unknown> {
  return sql`
    whole_products as (select id from products where site_key = ${siteKey} and uuid = any(${[...products]}::uuid[])),
    touched_spans as (
      select unnest(${spanIds}::integer[]) as id
      union
      select s.id from time_spans s join products p on p.id = s.product_id
        join unnest(${days.map(([uuid]) => uuid)}::uuid[], ${days.map(([, date]) => date)}::date[]) a (uuid, date)
          on p.uuid = a.uuid and s.visit_date = a.date),
    touched_values as (
      select v.id, p.id as product_id from option_values v join product_options o on o.id = v.option_id join products p on p.id = o.product_id
        join unnest(${values.map(([uuid]) => uuid)}::uuid[], ${values.map(([, option]) => option)}::text[],
                    ${values.map(([, , value]) => value)}::text[]) a (uuid, option, value)
          on p.uuid = a.uuid and coalesce(o.code, '#' || o.id) = a.option and coalesce(v.code, '#' || v.id) = a.value)`
}

type SoldTickets = Pick<Impact, 'tickets' | 'reservations' | 'reservationCount'>

/** From time spans to come to their tickets: most tickets of a site are of the past. */
async function readTickets(read: Read, siteKey: string, touched: Found): Promise<SoldTickets> {
  const { rows } = await sql<SoldTickets>`
    with ${touchedTables(touched, siteKey)}, of_touched as (
      select id, true as is_whole from touched_spans
      union all
      select id, true from time_spans where product_id in (select id from whole_products) and ends_at > now()
      union all
      select id, false from time_spans where product_id in (select product_id from touched_values) and ends_at > now()
    ), coming as (
      select s.id, s.product_id, s.visit_date, o.is_whole
        from (select id, bool_or(is_whole) as is_whole from of_touched group by id) o
        join time_spans s on s.id = o.id and s.ends_at > now()
    ), sold as materialized (
      select p.uuid as product, c.visit_date as date, r.number
        from coming c
        join products p on p.id = c.product_id,
             lateral (select reservation_id from tickets
                       where time_span_id = c.id and revoked_at is null
                         and (c.is_whole or option_value_id in (select id from touched_values)) offset 0) t
        join reservations r on r.id = t.reservation_id and r.site_key = ${siteKey}
    )
    select coalesce((select json_agg(d) from (
             select product, date, count(*)::integer as count from sold group by product, date order by date, product) d), '[]') as tickets,
           coalesce((select json_agg(number) from (
             select distinct number from sold order by number limit ${MOST_NUMBERS}) n), '[]') as reservations,
           (select count(distinct number)::integer from sold) as "reservationCount"`.execute(read)
  const [sold] = rows
  if (sold === undefined) throw new Error('a statement that always has a row has none')
  return sold
}

function touchedOrders(siteKey: string, touched: Found): RawBuilder<unknown> {
  return sql`
    with ${touchedTables(touched, siteKey)}
    select p.uuid as product, s.visit_date as date, count(*)::integer as count
      from orders o join time_spans s on s.id = o.time_span_id join products p on p.id = o.product_id
     where o.site_key = ${siteKey} and o.check_at is not null and o.expires_at > now()
       and (o.product_id in (select id from whole_products) or o.time_span_id in (select id from touched_spans)
            or exists (select from order_items i where i.order_id = o.id
                 and (i.time_span_id in (select id from touched_spans) or i.product_id in (select id from whole_products)
                      or i.option_value_id in (select id from touched_values)))
            or exists (select from order_coupons u join coupons c on c.id = u.coupon_id
                        where u.order_id = o.id and c.site_key = ${siteKey}
                          and c.code = any(${[...touched.coupons]}::text[])))
     group by p.uuid, s.visit_date order by s.visit_date, p.uuid`
}
