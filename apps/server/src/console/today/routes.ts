import { readToday as readTodayCall } from '@kippu/contract/console/today'
import type { FastifyInstance } from 'fastify'

import { readWatched } from '../../payments/watched/read-watched.ts'
import { moment } from '../moment.ts'
import { serveStaff, type StaffParts } from '../serve-staff.ts'
import { readToday } from './read-today.ts'

export function todayRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readTodayCall, async ({ params, query: { date } }, { by, lang }) => {
    const [{ slots, ...needs }, watched] = await Promise.all([
      readToday(by, { siteKey: params.site, date, lang }),
      readWatched(by, {}),
    ])
    return {
      date,
      slots: slots.map(slot => ({
        time_span_id: slot.timeSpanId,
        product: slot.product,
        starts_at: slot.startsAt,
        ends_at: slot.endsAt,
        capacity: slot.capacity,
        taken: slot.taken,
        sold: slot.sold,
        arrived: slot.arrived,
        inside: slot.inside,
        is_stopped: slot.isStopped,
        is_all_day: slot.isAllDay,
      })),
      payments: watched
        .filter(({ site_key: siteKey }) => siteKey === params.site)
        .map(row => ({
          kind: row.kind,
          attempt_id: row.attempt_id,
          order_id: row.order_id,
          method: row.method,
          state: row.state,
          amount: row.amount,
          why: row.why,
          age_seconds: row.age_seconds,
        })),
      work_waits_since: moment(needs.workWaitsSince),
      cancelled_visits: needs.cancelledVisits.map(visit => ({
        reservation_number: visit.reservationNumber,
        visit_date: visit.visitDate,
        code: visit.code,
      })),
      // The path behind the host may be a secret.
      webhooks: needs.webhooks.map(({ id, url, givenUp }) => ({
        endpoint_id: id,
        host: new URL(url).host,
        given_up: givenUp,
      })),
      refused_addresses: needs.refusedAddresses.map(address => ({
        reservation_number: address.reservationNumber,
        name: address.name,
        visit_date: address.visitDate,
      })),
    }
  })
}
