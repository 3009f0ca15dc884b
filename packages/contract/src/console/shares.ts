import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { jstDateTime } from '../shapes.ts'
import { chosenTimes, seenShares, units } from './calendar.ts'
import { staffCall } from './staff-call.ts'

const channel = v.picklist(SALES_CHANNELS)

/** The units that each channel has of chosen times, and those that it can sell. */
export const readSharesCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/share-lists',
  who: 'stock:read',
  body: v.strictObject(chosenTimes),
  response: v.object({
    shares: v.array(
      v.object({
        /** The id of the time. */
        id: v.number(),
        channel,
        /** Null: nothing is kept for it, and it sells of what is common. */
        share: v.nullable(v.number()),
        /** It sells its share alone. */
        only: v.boolean(),
        /** The rest of the share is common from then on. */
        common_from: v.nullable(jstDateTime),
        /** Held or sold by it, and what it can sell now. */
        used: v.number(),
        left: v.number(),
      }),
    ),
  }),
})
export type SharesShown = v.InferOutput<(typeof readSharesCall)['response']>['shares']

/** Keeps units of chosen times for a channel, or keeps none any more; nothing, where one of the shares is another than was seen. */
export const setShareCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/shares',
  who: 'sales:write',
  repeatable: true,
  body: v.strictObject({
    ...seenShares,
    channel,
    /** Null: none. */
    share: v.nullable(v.strictObject({ units, only: v.boolean(), release_minutes: v.nullable(units) })),
    /** Times that have no room for it stay as they are; otherwise all do. */
    where_possible: v.boolean(),
  }),
  response: v.object({ times: v.number(), left_out: v.number() }),
})
