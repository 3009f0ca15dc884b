import {
  addTimeCall,
  readCalendarCall,
  resumeSaleCall,
  setCapacityCall,
  stopSaleCall,
  watchCalendarCall,
} from '@kippu/contract/console/calendar'
import type { RefusedTime } from '@kippu/contract/console/staff-call'
import type { FastifyInstance } from 'fastify'

import { runEvery } from '../../platform/jobs/run-every.ts'
import { releaseUnpaid } from '../../orders/life/end-unpaid.ts'
import { addTime } from '../../stock/add-time.ts'
import type { Overtaken } from '../../stock/overtaken-spans.ts'
import { mayWatchCalendar, readCalendar } from '../../stock/read-calendar.ts'
import { type CapacityFault, setCapacity } from '../../stock/set-capacity.ts'
import { resumeSale, stopSale } from '../../stock/set-sale-state.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveLive, serveStaff, type StaffParts } from '../serve-staff.ts'
import { seenOf, timeText } from './chosen-times.ts'
import { createLiveCalendar } from './live-calendar.ts'
import { shownOf } from './shown-calendar.ts'

/** The stock of a site: seen by day and time, and changed for times by their ids. */
export function calendarRoutes(app: FastifyInstance, parts: StaffParts): void {
  const live = createLiveCalendar({ ...parts.deps, sessions: parts.sessions })
  const reading = runEvery(parts.deps.log, {
    intervalMs: 1_000,
    work: () => live.turn(),
    failed: 'the calendars that are looked at could not be read',
  })
  app.addHook('onClose', async () => {
    live.end()
    await reading.stop()
  })
  serveLive(app, parts, watchCalendarCall, async ({ params, query }, { by, session }, { request }) => {
    const { seen, ...days } = query
    const last = request.headers['last-event-id']
    const asked = { siteKey: params.site, ...days }
    await mayWatchCalendar(by, { siteKey: params.site })
    const stream = live.watch(asked, session, typeof last === 'string' ? last : seen)
    if (stream === undefined) throw new ConsoleRefusal('too many requests')
    return stream
  })
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

function saleOf({ id, is_stopped: isStopped }: { readonly id: number; readonly is_stopped: boolean }) {
  return { id, isOpen: !isStopped }
}

function changed({ overtaken }: Overtaken): ConsoleRefusal {
  const times = overtaken.map(({ id, now, by }): RefusedTime => ({
    id,
    at: now && timeText(now.date, now.startsAt),
    ...(now && { now: { capacity: now.capacity, is_stopped: !now.isOpen } }),
    ...(by && { by: { staff: by.staff, at: moment(by.at) } }),
  }))
  return new ConsoleRefusal('changed meanwhile', { times })
}

function tooFew({ id, date, startsAt, bound }: CapacityFault): ConsoleRefusal {
  const times = [{ id, at: timeText(date, startsAt), least: bound }]
  return new ConsoleRefusal('refused', { why: 'more is held, sold or kept than that', times })
}
