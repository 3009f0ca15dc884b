import { randomUUID } from 'node:crypto'

import { usualEntryPolicy } from '@kippu/domain/check-in/entry-words'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import type { Database, Tx } from '@kippu/server/platform/db/database'
import { sql } from 'kysely'

import type { GrowthShop } from '../growth/shop.ts'

/** Times to come, each kind in a month or a year that nothing else is in. */
export interface FilledCalendar {
  /** One product, 20 times a day. */
  readonly month: Days
  /** Seven products, 20 times a day each. */
  readonly full: Days
  readonly soldDay: SoldDay
  /** A day whose grid has a row each minute, for seven products: so many times no day has. */
  readonly wideDay: string
  readonly season: Season
}

interface Days {
  readonly from: string
  readonly to: string
}

interface SoldDay {
  readonly date: string
  readonly product: string
  readonly ids: readonly number[]
  readonly tickets: number
}

interface Season {
  readonly product: string
  readonly days: readonly string[]
  readonly starts: ReadonlyArray<{ readonly start: string; readonly end: string }>
}

export interface FillOptions {
  readonly shop: GrowthShop
  /** Tickets of the sold day. */
  readonly tickets: number
  readonly seasonDays: number
}

const PRODUCTS = 7
const SOLD_TIMES = 300
const SEASON_TIMES = 100

export async function fillCalendar(
  db: Database,
  { shop, tickets, seasonDays }: FillOptions,
): Promise<FilledCalendar> {
  return db.transaction(async tx => {
    const today = jstDateOf(Date.now())
    const month = monthAfter(today, 30)
    await insertTimes(tx, await insertProduct(tx), { ...month, first: '09:00', times: 20, minutes: 30 })
    const full = monthAfter(today, 32)
    for (let product = 0; product < PRODUCTS; product += 1)
      await insertTimes(tx, await insertProduct(tx), { ...full, first: '09:00', times: 20, minutes: 30 })
    const { from: wideDay } = monthAfter(today, 36)
    for (let product = 0; product < PRODUCTS; product += 1)
      await insertTimes(tx, await insertProduct(tx), {
        from: wideDay,
        to: wideDay,
        first: '00:00',
        times: 1_440,
        minutes: 1,
      })
    const { from: firstDay } = monthAfter(today, 38)
    const season = await insertProduct(tx)
    const to = addDays(firstDay, seasonDays - 1)
    await insertTimes(tx, season, { from: firstDay, to, first: '09:00', times: SEASON_TIMES, minutes: 7 })
    const filled = {
      month,
      full,
      wideDay,
      soldDay: await sellDay(tx, shop, { date: monthAfter(today, 34).from, tickets }),
      season: {
        product: season.uuid,
        days: Array.from({ length: seasonDays }, (_, day) => addDays(firstDay, day)),
        starts: Array.from({ length: SEASON_TIMES }, (_, place) => ({
          start: clockAt(9 * 60 + place * 7),
          end: clockAt(9 * 60 + place * 7 + 7),
        })),
      },
    }
    return filled
  })
}

/** Puts visits of the past on one day to come, two tickets each. */
async function sellDay(
  tx: Tx,
  { catalogue: { productId: id, productUuid: uuid } }: GrowthShop,
  { date, tickets }: Pick<SoldDay, 'date' | 'tickets'>,
): Promise<SoldDay> {
  await insertTimes(tx, { id, uuid }, { from: date, to: date, first: '08:00', times: SOLD_TIMES, minutes: 2 })
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    create temporary table moving as
    with free as (
      select o.id as order_id, row_number() over () as place from orders o join reservations r on r.order_id = o.id
       where o.product_id = ${id} and r.status = 'active'
         and not exists (select from order_items i where i.order_id = o.id and i.product_id <> ${id})
         and not exists (select from tickets t where t.reservation_id = r.id and t.revoked_at is not null)
       limit ${tickets / 2}
    ), times as (
      select id as span_id, row_number() over (order by starts_at) as place from time_spans
       where product_id = ${id} and visit_date = ${date}
    )
    select f.order_id, o.time_span_id as former_id, t.span_id
      from free f join orders o on o.id = f.order_id join times t on t.place = 1 + f.place % ${SOLD_TIMES}`.execute(
    tx,
  )
  await sql`update orders o set time_span_id = m.span_id from moving m where m.order_id = o.id`.execute(tx)
  await sql`update order_items i set time_span_id = m.span_id from moving m where m.order_id = i.order_id`.execute(
    tx,
  )
  await sql`update holds h set time_span_id = m.span_id from moving m where m.order_id = h.order_id`.execute(
    tx,
  )
  await sql`
    update tickets t set time_span_id = m.span_id from moving m join reservations r on r.order_id = m.order_id
     where t.reservation_id = r.id`.execute(tx)
  await sql`
    update time_spans s set taken = s.taken + c.units
      from (select id, sum(units)::integer as units
              from (select former_id as id, -2 as units from moving union all select span_id, 2 from moving) as moved
             group by id) c
     where c.id = s.id`.execute(tx)
  const { rows } = await sql<{ id: number; taken: number }>`
    select id, taken from time_spans where product_id = ${id} and visit_date = ${date} order by id`.execute(
    tx,
  )
  await sql`drop table moving`.execute(tx)
  await sql`set local session_replication_role = origin`.execute(tx)
  const sold = rows.reduce((sum, { taken }) => sum + taken, 0)
  if (sold !== tickets) throw new Error(`${sold} tickets are sold on that day`)
  return { date, product: uuid, ids: rows.map(row => row.id), tickets }
}

interface Product {
  readonly id: number
  readonly uuid: string
}

async function insertProduct(tx: Tx): Promise<Product> {
  const uuid = randomUUID()
  const { id } = await tx
    .insertInto('products')
    .values({
      site_key: 'demo',
      uuid,
      product_type: 'main',
      sale_type: 'time',
      entry_policy: usualEntryPolicy('time'),
      base_price: 2_800,
      position: 950,
      image_path: '/demo/forest.svg',
      sale_from: null,
      sale_until: null,
      grace_minutes: 0,
      channels: [...SALES_CHANNELS],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = { product_id: id, description: '', caution: null, naming_right: null }
  const names = [
    { ...text, lang: 'ja', name: `季節の道 ${id}` },
    { ...text, lang: 'en', name: `Walk of a Season ${id}` },
  ]
  await tx.insertInto('product_texts').values(names).execute()
  return { id, uuid }
}

interface Times extends Days {
  /** `HH:mm` of the first of a day. */
  readonly first: string
  /** So many a day … */
  readonly times: number
  /** … each so long, one after the other. */
  readonly minutes: number
}

async function insertTimes(
  tx: Tx,
  { id }: Product,
  { from, to, first, times, minutes }: Times,
): Promise<void> {
  const days = sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day`
  await sql`
    insert into product_days (product_id, visit_date, base_price)
    select ${id}, day::date, 2800 from ${days}`.execute(tx)
  await sql`
    insert into time_spans (site_key, product_id, visit_date, starts_at, ends_at, capacity)
    select 'demo', ${id}, day::date, begins, begins + make_interval(mins => ${minutes}), 120
      from ${days}, generate_series(0, ${times}::int - 1) as place,
           lateral (select (day + ${first}::time + make_interval(mins => place * ${minutes}::int))
                           at time zone 'Asia/Tokyo' as begins) as b`.execute(tx)
}

/** The month so many months after that of a day. */
function monthAfter(day: string, months: number): Days {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const firstOf = (more: number): string =>
    new Date(Date.UTC(year, month - 1 + months + more, 1)).toISOString().slice(0, 10)
  return { from: firstOf(0), to: addDays(firstOf(1), -1) }
}

function clockAt(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
