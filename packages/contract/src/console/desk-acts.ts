import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { isoDate, jstDateTime, storableText } from '../shapes.ts'
import { reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

/** The letter with the tickets goes to the buyer. */
const mailed = v.strictObject({})

export const resendTickets = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/mails',
  who: 'letters:send',
  repeatable: true,
  body: v.strictObject({
    /** Null: that of the order. */
    lang: v.nullable(v.picklist(LANGUAGES)),
  }),
  response: mailed,
})

export const correctAddress = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/address',
  who: 'orders:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({
    email: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
    /** Why, and how they made sure who asks. */
    reason: reasonText,
  }),
  response: mailed,
})

export const noteOrderCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/notes',
  who: 'orders:write',
  repeatable: true,
  body: v.strictObject({ words: v.pipe(storableText, v.trim(), v.minLength(1), v.maxLength(1_000)) }),
  response: v.strictObject({}),
})

const moveTime = v.object({
  starts_at: jstDateTime,
  /** Places that are left. */
  places: v.number(),
})

/** The days that a visit may move to, as the store sells them. */
export const readMoveDays = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/orders/{order}/move-days',
  who: 'orders:write',
  query: v.strictObject({ from: isoDate, to: isoDate }),
  response: v.object({
    current: jstDateTime,
    /** Places that it needs. */
    tickets: v.number(),
    /** Where it is cheaper, the difference goes back. */
    gives_back: v.boolean(),
    days: v.array(
      v.object({
        date: isoDate,
        /** Yen that it costs more, or less. */
        difference: v.number(),
        times: v.array(moveTime),
      }),
    ),
  }),
})
export type MoveDays = v.InferOutput<(typeof readMoveDays)['response']>

/** Where it costs more, nothing is moved: its buyer moves it, and pays. */
export const moveOrder = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/moves',
  who: 'orders:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({
    date: isoDate,
    time: v.pipe(v.string(), v.regex(/^\d\d:\d\d$/)),
    /** Yen that go back, as it was seen. */
    refund: v.pipe(v.number(), v.integer(), v.minValue(0)),
    reason: reasonText,
  }),
  response: v.object({ refund: v.number() }),
})

/** A person has looked a payment up at its provider. */
export const takeUpPayment = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/payments/{attempt}/looks',
  who: 'refunds:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({
    /** `checked`: it is as the store has it. `returned`: its money went back; `paid otherwise`: by transfer or in cash. */
    found: v.picklist(['checked', 'returned', 'paid otherwise']),
    reason: reasonText,
  }),
  response: v.object({
    amount: v.number(),
    /** The store asks the provider once more. */
    is_asked: v.boolean(),
  }),
})
