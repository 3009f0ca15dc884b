import { epochMsOf, jstIso } from '@kippu/domain/jst-date'
import { isTimeSpanOnSale } from '@kippu/domain/stock/availability'
import * as v from 'valibot'

import type { Database } from '../platform/db/database.ts'
import { day, site, uuid } from '../platform/staff/inputs.ts'
import { recordAction } from '../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../platform/staff/staff-verb.ts'
import { lockNamedSpans, writeSpans } from './write-spans.ts'

interface AskedTime {
  readonly siteKey: string
  readonly productUuid: string
  readonly date: string
  /** `HH:mm` in Japan. */
  readonly starts: string
  readonly ends: string
  readonly units: number
}

export type AddedTime =
  /** All of its day is stopped, and so is it. */
  | { readonly kind: 'added'; readonly isStopped: boolean }
  | {
      readonly kind: 'refused'
      readonly why:
        | 'that day is not sold'
        | 'a time begins then already'
        | 'it ends before it begins'
        | 'that time has passed'
    }

/** Adds a time to a day on which a product is sold by times, at the price of that day. */
export const addTime = staffVerb({
  name: 'times add',
  permission: 'catalogue:write',
  reach: 'site',
  input: v.object({
    ...site,
    productUuid: uuid,
    date: day,
    starts: v.string(),
    ends: v.string(),
    units: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  run: writeTime,
})

async function writeTime(
  { db }: { readonly db: Database },
  { siteKey, productUuid, date, starts, ends, units }: AskedTime,
  act: Act,
): Promise<AddedTime> {
  if (ends <= starts) return { kind: 'refused', why: 'it ends before it begins' }
  return db.transaction(async tx => {
    const of = await tx
      .selectFrom('products as p')
      .innerJoin('product_days as d', 'd.product_id', 'p.id')
      .select(['p.id', 'p.grace_minutes as graceMinutes'])
      .where('p.site_key', '=', siteKey)
      .where('p.uuid', '=', productUuid)
      .where('p.sale_type', '=', 'time')
      .where('p.retired_at', 'is', null)
      .where('d.visit_date', '=', date)
      .where('d.is_closed', '=', false)
      // Somebody else who adds one to a day without times waits.
      .forUpdate('d')
      .executeTakeFirst()
    if (of === undefined) return { kind: 'refused', why: 'that day is not sold' }
    const startsAt = instantOf(date, starts)
    const span = { startsAt, endsAt: instantOf(date, ends), visitDate: date, soldUntil: null }
    const { graceMinutes } = of
    if (!isTimeSpanOnSale({ saleType: 'time', graceMinutes, ...span, nowMs: act.clock.now() }))
      return { kind: 'refused', why: 'that time has passed' }
    await lockNamedSpans(tx, [], [{ productId: of.id, date }])
    const find = () =>
      tx
        .selectFrom('time_spans')
        .select(['id', 'sale_state'])
        .where('product_id', '=', of.id)
        .where('starts_at', '=', new Date(startsAt))
        .executeTakeFirst()
    if ((await find()) !== undefined) return { kind: 'refused', why: 'a time begins then already' }
    await writeSpans(tx, siteKey, [
      {
        productId: of.id,
        date,
        startsAt,
        endsAt: instantOf(date, ends),
        soldUntil: null,
        capacity: units,
        ruledEndsAt: null,
        ruledCapacity: null,
      },
    ])
    const added = await find()
    await recordAction(tx, act, {
      subject: productUuid,
      details: { from: date, to: date, time: starts, until: ends, units },
    })
    return { kind: 'added', isStopped: added?.sale_state === 'stopped' }
  })
}

function instantOf(date: string, time: string): string {
  return jstIso(epochMsOf(`${date}T${time}:00+09:00`))
}
