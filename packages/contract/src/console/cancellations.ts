import * as v from 'valibot'

import { isoDate, jstDateTime } from '../shapes.ts'
import { chosenTimes } from './calendar.ts'
import { approvalAsked, reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const plan = v.object({
  times: v.number(),
  by_language: v.array(
    v.object({ lang: v.string(), buyers: v.number(), tickets: v.number(), yen: v.number() }),
  ),
  by_method: v.array(
    v.object({
      /** Null: nothing was paid. */
      method: v.nullable(v.string()),
      buyers: v.number(),
      tickets: v.number(),
      yen: v.number(),
    }),
  ),
  visits: v.array(
    v.object({
      reservation_number: v.string(),
      lang: v.string(),
      method: v.nullable(v.string()),
      tickets: v.number(),
      /** How many of these somebody has entered with: a person decides. */
      used: v.number(),
      yen: v.number(),
      /** Set products alone are touched where it is not one. */
      is_visit: v.boolean(),
    }),
  ),
  /** Reservations that took place; orders that are being paid, which are cancelled too; orders that end. */
  used_up: v.number(),
  being_paid: v.number(),
  unpaid: v.number(),
  /** Names the list: it is cancelled only while it is this one. */
  digest: v.string(),
})
export type CancellationPlanned = v.InferOutput<typeof plan>

/** The visits that it would touch. Nothing is done. */
export const previewCancellationCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/cancellation-previews',
  who: 'visits:cancel',
  body: v.strictObject(chosenTimes),
  response: plan,
})

/** Asks another person for it. */
export const askCancellationCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/cancellation-approvals',
  who: 'visits:cancel',
  fresh: true,
  repeatable: true,
  body: v.strictObject({
    ...chosenTimes,
    /** The last day through which a visit may be moved; null: the money goes back. */
    moves_through: v.nullable(isoDate),
    digest: v.string(),
    reason: reasonText,
  }),
  response: approvalAsked,
})

/** Does what another person has agreed to, for the one who asked. */
export const cancelAgreedCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/approvals/{approval}/cancellation',
  who: 'visits:cancel',
  fresh: true,
  repeatable: true,
  response: v.object({ id: v.number(), visits: v.number() }),
})

const cancellation = {
  id: v.number(),
  from: isoDate,
  to: isoDate,
  /** Null: the money goes back. */
  moves_until: v.nullable(jstDateTime),
  reason: v.string(),
  by: v.string(),
  at: jstDateTime,
  /** Null: workers are at it. */
  ended_at: v.nullable(jstDateTime),
  /** Reservations by their state. */
  counts: v.record(v.string(), v.number()),
}

export const listCancellationsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/cancellations',
  who: 'visits:read',
  response: v.object({ cancellations: v.array(v.object(cancellation)) }),
})
export type CancellationListed = v.InferOutput<
  (typeof listCancellationsCall)['response']
>['cancellations'][number]

/** How far it is, by reservation. */
export const readCancellationCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/cancellations/{cancellation}',
  who: 'visits:read',
  response: v.object({
    ...cancellation,
    letters: v.number(),
    /** Those that need a person first. */
    items: v.array(
      v.object({
        reservation_number: v.string(),
        state: v.string(),
        /** The outcome, or why there is none yet. */
        code: v.nullable(v.string()),
        letter: v.nullable(v.string()),
      }),
    ),
  }),
})
export type CancellationRead = v.InferOutput<(typeof readCancellationCall)['response']>

/** Tries once more what failed or waits for a person. */
export const retryCancellationCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/cancellations/{cancellation}/retries',
  who: 'visits:cancel',
  fresh: true,
  repeatable: true,
  response: v.object({ items: v.number(), refunds: v.number() }),
})
