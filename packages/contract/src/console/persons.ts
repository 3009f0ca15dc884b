import * as v from 'valibot'

import { reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const part = v.object({ part: v.string(), rows: v.array(v.record(v.string(), v.unknown())) })

/** All that a site holds about the buyer of an order: a page to print, and the data. That it was handed out is written down. */
export const handOutPerson = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/person-exports',
  who: 'persons:read',
  fresh: true,
  response: v.object({ page: v.string(), held: v.array(part) }),
})

const erasure = {
  /** It stays, so it does not name the person. */
  reason: reasonText,
  /** Also while a visit is to come: its tickets stay good. */
  even_ahead: v.boolean(),
}

/** The list of all that would go; nothing is changed. */
export const planErasure = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/erasure-plans',
  who: 'persons:erase',
  body: v.strictObject(erasure),
  response: v.object({
    /** Stands for what was seen. */
    word: v.string(),
    held: v.array(v.object({ part: v.string(), rows: v.number() })),
    /** Words of the staff that go too, to be read before. */
    losing: v.array(part),
  }),
})
export type ErasurePlanned = v.InferOutput<(typeof planErasure)['response']>

export const eraseBuyer = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/erasures',
  who: 'persons:erase',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ ...erasure, word: v.string() }),
  response: v.strictObject({}),
})
