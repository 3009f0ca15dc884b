import * as v from 'valibot'

import { isoDate, jstDateTime } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

const todaySlot = v.object({
  time_span_id: v.number(),
  product: v.string(),
  starts_at: jstDateTime,
  /** It is for a whole day or more, such as a pass: its times say nothing. */
  is_all_day: v.boolean(),
  ends_at: jstDateTime,
  /** Units of the time: all, and those that are sold or held. */
  capacity: v.number(),
  taken: v.number(),
  /** Tickets that admit or have admitted; the others that are taken are held by orders under way. */
  sold: v.number(),
  arrived: v.number(),
  inside: v.number(),
  is_stopped: v.boolean(),
})

export const readToday = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/today',
  who: 'orders:read',
  query: v.strictObject({ date: isoDate }),
  response: v.object({
    date: isoDate,
    slots: v.array(todaySlot),
    /** Payments and refunds that need a person, or that are open for more than ten minutes; the oldest first. */
    payments: v.array(
      v.object({
        kind: v.picklist(['payment', 'refund']),
        attempt_id: v.string(),
        order_id: v.string(),
        method: v.string(),
        state: v.string(),
        /** Yen. */
        amount: v.number(),
        why: v.string(),
        age_seconds: v.number(),
      }),
    ),
    /** Mails that the mail server refused, of visits that are still to come: nobody has corrected the address. */
    /** Work of the workers that is due since then, and not done: they stand. Null where all is done in time. */
    work_waits_since: v.nullable(jstDateTime),
    /** Visits of cancelled days that a person has to look at. */
    cancelled_visits: v.array(
      v.object({
        reservation_number: v.string(),
        visit_date: isoDate,
        /** Why it is not settled. */
        code: v.nullable(v.string()),
      }),
    ),
    /** Endpoints of webhooks with events that were given up. */
    webhooks: v.array(v.object({ endpoint_id: v.string(), host: v.string(), given_up: v.number() })),
    refused_addresses: v.array(
      v.object({ reservation_number: v.string(), name: v.string(), visit_date: isoDate }),
    ),
  }),
})
export type Today = v.InferOutput<(typeof readToday)['response']>
