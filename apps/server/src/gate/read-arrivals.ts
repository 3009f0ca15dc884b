import type { Answer } from '@kippu/contract/call'
import type { readArrivals as readArrivalsCall, SlotArrivals } from '@kippu/contract/gate'
import { entryWindowOf } from '@kippu/domain/check-in/entry-window'
import { REFUSAL_REASONS } from '@kippu/domain/check-in/judge-entry'
import { type IsoDate, jstIso, midnightOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { BOOKING_TYPES, SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../platform/db/database.ts'
import { epochSeconds } from '../platform/db/epoch-seconds.ts'
import { languagesOf, wordsOf } from '../platform/db/words-of.ts'
import type { Deps } from '../platform/deps.ts'
import { ticketsOfSpans } from './spans.ts'

export interface AskedArrivals {
  readonly siteKey: string
  readonly date: IsoDate
  readonly lang: Language
}

type Arrivals = Answer<typeof readArrivalsCall>

const bookingType = v.picklist(BOOKING_TYPES)
const productType = v.picklist(['main', 'set'])
const salesChannel = v.picklist(SALES_CHANNELS)
const reason = v.picklist(REFUSAL_REASONS)
const SECOND_MS = 1_000
/** Tokyo's clocks are never changed; the last day that a request can name has no date after it. */
const DAY_MS = 86_400_000

/**
 * The visitors who have come and those who have not: the time spans of a day, and the passes that are good on it. A
 * scan that let nobody in counts on the day on which it happened: with the time span of its ticket, or apart where that
 * is not of the day.
 */
export async function readArrivals(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: AskedArrivals,
): Promise<Arrivals> {
  const {
    slots,
    refusals,
    undone,
    wrongly_admitted: wronglyAdmitted,
  } = await db.read(read => countDay(read, asked))
  const now = clock.now()
  const bySlot = Map.groupBy(refusals, ({ span }) => span)
  const reasonsOf = (span: number | null): SlotArrivals['refusals'] =>
    (bySlot.get(span) ?? []).map(({ reason: why, count }) => ({ reason: v.parse(reason, why), count }))
  return {
    slots: slots.map(slot => {
      const saleType = v.parse(bookingType, slot.sale_type)
      const [from, to] = [slot.starts_at * SECOND_MS, slot.ends_at * SECOND_MS]
      const isOver = entryWindowOf(saleType, { from, to }, 0).to + SECOND_MS <= now
      return {
        time_span_id: slot.id,
        product_name: slot.name ?? '',
        product_type: v.parse(productType, slot.product_type),
        booking_type: saleType,
        from: jstIso(from),
        to: jstIso(to),
        expected: slot.expected,
        arrived: slot.arrived,
        inside: slot.inside,
        no_shows: isOver ? slot.expected - slot.arrived : null,
        channels: slot.channels.map(({ channel, expected, arrived }) => ({
          channel: v.parse(salesChannel, channel),
          expected,
          arrived,
        })),
        refusals: reasonsOf(slot.id),
      }
    }),
    other_refusals: reasonsOf(null),
    undone,
    wrongly_admitted: wronglyAdmitted,
  }
}

interface SlotRow {
  readonly id: number
  readonly name: string | null
  readonly product_type: string
  readonly sale_type: string
  /** In seconds since 1970. */
  readonly starts_at: number
  readonly ends_at: number
  readonly expected: number
  readonly arrived: number
  readonly inside: number
  readonly channels: ReadonlyArray<{
    readonly channel: string
    readonly expected: number
    readonly arrived: number
  }>
}

interface DayRow {
  readonly slots: readonly SlotRow[]
  /** `span` is null where the time span is none of the day. */
  readonly refusals: ReadonlyArray<{
    readonly span: number | null
    readonly reason: string
    readonly count: number
  }>
  readonly undone: number
  readonly wrongly_admitted: number
}

/** All of a day in one statement, so that its numbers fit together. */
async function countDay(read: Read, { siteKey, date, lang }: AskedArrivals): Promise<DayRow> {
  const words = wordsOf(languagesOf(lang, 'p.site_key'))
  const starts = sql`to_timestamp(${midnightOf(date) / SECOND_MS}::double precision)`
  const ends = sql`to_timestamp(${(midnightOf(date) + DAY_MS) / SECOND_MS}::double precision)`
  const onDay = sql`site_key = ${siteKey} and at >= ${starts} and at < ${ends}`
  const { rows } = await sql<DayRow>`
    with days as materialized (
      select s.id, s.starts_at, s.ends_at, s.product_id
        from products p join time_spans s on s.product_id = p.id and s.visit_date = ${date}::date
       where p.site_key = ${siteKey}
      union
      select s.id, s.starts_at, s.ends_at, s.product_id
        from products p join time_spans s on s.product_id = p.id
       where p.site_key = ${siteKey} and p.sale_type = 'period' and s.starts_at < ${ends} and s.ends_at >= ${starts}
    ), came_by_channel as (
      select span, channel, count(*) filter (where used_at is not null or is_good)::integer as expected, count(used_at)::integer as arrived,
             count(*) filter (where last_in_at is not null and (last_out_at is null or last_out_at < last_in_at))::integer as inside
        from (${ticketsOfSpans(
          sql`(select o.channel from reservations r join orders o on o.id = r.order_id where r.id = t.reservation_id) as channel,
              t.used_at, coalesce(t.last_in_at, t.used_at) as last_in_at, t.last_out_at, t.revoked_at is null as is_good`,
          sql`select id from days`,
        )}) as one group by span, channel
    ), came as (
      select span, sum(expected)::integer as expected, sum(arrived)::integer as arrived, sum(inside)::integer as inside,
             json_agg(json_build_object('channel', channel, 'expected', expected, 'arrived', arrived) order by expected desc, channel)
               filter (where expected > 0) as channels
        from came_by_channel group by span
    ), refused as (
      select days.id as span, reason, count(*)::integer as count
        from gate_refusals left join days on days.id = gate_refusals.time_span_id
       where ${onDay} and not was_admitted group by days.id, reason
    )
    select (select coalesce(json_agg(json_build_object(
                'id', days.id, 'name', ${words('product_texts', 'p.id')}, 'product_type', p.product_type, 'sale_type', p.sale_type,
                'starts_at', ${epochSeconds('days.starts_at')}, 'ends_at', ${epochSeconds('days.ends_at')},
                'expected', coalesce(came.expected, 0), 'arrived', coalesce(came.arrived, 0), 'inside', coalesce(came.inside, 0), 'channels', coalesce(came.channels, '[]')
              ) order by days.starts_at, p.position, days.id), '[]')
              from days join products p on p.id = days.product_id left join came on came.span = days.id) as slots,
           (select coalesce(json_agg(refused order by count desc, reason), '[]') from refused) as refusals,
           (select count(*) from check_ins where ${onDay} and direction = 'in' and undone_at is not null)::integer as undone,
           ((select count(*) from check_ins where ${onDay} and fault is not null and direction = 'in' and undone_at is null)
             + (select count(*) from gate_refusals where ${onDay} and was_admitted))::integer as wrongly_admitted`.execute(
    read,
  )
  const [day] = rows
  if (day === undefined) throw new Error('a day has no numbers')
  return day
}
