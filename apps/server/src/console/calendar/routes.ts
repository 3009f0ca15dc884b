import {
  addTimeCall,
  type Calendar as CalendarAnswer,
  readCalendarCall,
  resumeSaleCall,
  setCapacityCall,
  stopSaleCall,
} from '@kippu/contract/console/calendar'
import type { RefusedTime } from '@kippu/contract/console/staff-call'
import { jstIso, timeOf } from '@kippu/domain/jst-date'
import { entryOf } from '@kippu/domain/known'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { releaseUnpaid } from '../../orders/life/end-unpaid.ts'
import { addTime } from '../../stock/add-time.ts'
import type { ChosenSpans } from '../../stock/chosen-spans.ts'
import type { Overtaken } from '../../stock/overtaken-spans.ts'
import { type Calendar, readCalendar } from '../../stock/read-calendar.ts'
import { type CapacityFault, setCapacity } from '../../stock/set-capacity.ts'
import { resumeSale, stopSale } from '../../stock/set-sale-state.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The stock of a site: seen by day and time, and changed for times by their ids. */
export function calendarRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readCalendarCall, async ({ params, query }, { by }) =>
    shownOf(await readCalendar(by, { siteKey: params.site, ...query })),
  )
  serveStaff(app, parts, stopSaleCall, async ({ params, body }, { by }) => {
    const { times, reason, release, ...days } = body
    const done = await stopSale(by, { ...seenOf(params.site, days, times.map(saleOf)), reason })
    if ('overtaken' in done) throw changed(done)
    const { spans, changed: stopped, taken, spanIds } = done
    const released = release ? await releaseUnpaid(by, { siteKey: params.site, spanIds }) : 0
    return { times: spans, changed: stopped, taken, released }
  })
  serveStaff(app, parts, resumeSaleCall, async ({ params, body }, { by }) => {
    const { times, reason, ...days } = body
    const done = await resumeSale(by, { ...seenOf(params.site, days, times.map(saleOf)), reason })
    if ('overtaken' in done) throw changed(done)
    return { times: done.spans, changed: done.changed, taken: done.taken, released: 0 }
  })
  serveStaff(app, parts, setCapacityCall, async ({ params, body }, { by }) => {
    const { times, units, where_possible: wherePossible, ...days } = body
    const done = await setCapacity(by, { ...seenOf(params.site, days, times), units, wherePossible })
    if ('overtaken' in done) throw changed(done)
    if ('bound' in done) throw tooFew(done)
    return { times: done.spans, left_out: done.skipped.length }
  })
  serveStaff(app, parts, addTimeCall, async ({ params, body }, { by }) => {
    const { product: productUuid, date, starts_at: starts, ends_at: ends, units } = body
    const added = await addTime(by, { siteKey: params.site, productUuid, date, starts, ends, units })
    if (added.kind === 'added') return { is_stopped: added.isStopped }
    throw added.why === 'that time has passed'
      ? new ConsoleRefusal('invalid request', { fields: [{ field: 'starts_at', rule: 'not over' }] })
      : new ConsoleRefusal('refused', { why: added.why })
  })
}

interface ChosenDays {
  readonly from: string
  readonly to: string
  readonly product: string | null
}

/** Times by their ids. */
export function chosenOf(siteKey: string, days: ChosenDays, ids: readonly number[]): ChosenSpans {
  const { from, to, product } = days
  // In one order, whatever the hand chose first: an approval compares them.
  return { siteKey, productUuid: product, from, to, time: null, ids: ids.toSorted((a, b) => a - b) }
}

function seenOf<Seen extends { readonly id: number }>(
  siteKey: string,
  days: ChosenDays,
  seen: readonly Seen[],
): ChosenSpans & { readonly seen: readonly Seen[] } {
  const ids = seen.map(({ id }) => id)
  return { ...chosenOf(siteKey, days, ids), seen }
}

function saleOf({ id, is_stopped: isStopped }: { readonly id: number; readonly is_stopped: boolean }) {
  return { id, isOpen: !isStopped }
}

function changed({ overtaken }: Overtaken): ConsoleRefusal {
  const times = overtaken.map(({ id, now, by }): RefusedTime => ({
    id,
    at: now && `${now.date} ${clockOf(now.startsAt)}`,
    ...(now && { now: { capacity: now.capacity, is_stopped: !now.isOpen } }),
    ...(by && { by: { staff: by.staff, at: moment(by.at) } }),
  }))
  return new ConsoleRefusal('changed meanwhile', { times })
}

function tooFew({ id, date, startsAt, bound }: CapacityFault): ConsoleRefusal {
  const times = [{ id, at: `${date} ${clockOf(startsAt)}`, least: bound }]
  return new ConsoleRefusal('refused', { why: 'more is held, sold or kept than that', times })
}

const clockOf = (at: Date): string => timeOf(jstIso(at.getTime()))

const saleType = v.picklist(BOOKING_TYPES)

function shownOf({ products, days }: Calendar): CalendarAnswer {
  const places = new Map(products.map(({ id }, place) => [id, place]))
  return {
    products: products.map(({ uuid, code, nameJa, nameEn, saleType: sold }) => ({
      uuid,
      name_ja: nameJa ?? nameEn ?? code ?? uuid,
      name_en: nameEn ?? nameJa ?? code ?? uuid,
      sale_type: v.parse(saleType, sold),
    })),
    days: days.map(({ date, productId, basePrice, isClosed, spans }) => ({
      date,
      product: entryOf(places, productId),
      price: basePrice,
      is_closed: isClosed,
      times: spans.map(({ id, starts, ends, capacity, taken, held, isStopped }) => ({
        id,
        starts_at: starts,
        ends_at: ends,
        capacity,
        taken,
        held,
        is_stopped: isStopped,
      })),
    })),
  }
}
