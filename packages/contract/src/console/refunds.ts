import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { jstDateTime, storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

/** A word of the staff: why they do something. */
export const reasonText = v.pipe(storableText, v.trim(), v.minLength(1), v.maxLength(500))

/** Tickets by their numbers, or a part of the price of all that are left. */
const goesBack = v.union([
  v.strictObject({
    tickets: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
      v.minLength(1),
      v.maxLength(1_000),
    ),
    even_accepted: v.boolean(),
  }),
  v.strictObject({ difference: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999)) }),
])
export type GoesBack = v.InferOutput<typeof goesBack>

const preview = v.object({
  tickets: v.array(v.object({ number: v.number(), yen: v.number() })),
  /** Yen. */
  amount: v.number(),
  stays: v.object({ tickets: v.number(), yen: v.number() }),
  payments: v.array(
    v.object({
      method: v.string(),
      amount: v.number(),
      /** Yen that its provider has given back without the store; `some`: it does not say how many. */
      elsewhere: v.union([v.number(), v.literal('some')]),
      /** The provider has said what is left of it. */
      is_known: v.boolean(),
    }),
  ),
  /** In the words of the provider. */
  dispute: v.nullable(v.string()),
  /** Names what was seen; the refund is done only while it is so. */
  seen: v.string(),
  needs_second_person: v.boolean(),
})
export type RefundPreviewed = v.InferOutput<typeof preview>

/** Nothing is done. */
export const previewRefundCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/refund-previews',
  who: 'refunds:write',
  body: v.strictObject({ what: goesBack }),
  response: preview,
})

const refund = {
  what: goesBack,
  even_disputed: v.boolean(),
  reason: reasonText,
  seen: v.string(),
}

export const refundOrder = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/refunds',
  who: 'refunds:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ ...refund, approval: v.optional(v.pipe(v.string(), v.uuid())) }),
  response: v.object({
    amount: v.number(),
    tickets: v.array(v.number()),
    /** `done`: it is back. `open`: on its way. `failed`: somebody has to look at it. */
    state: v.picklist(['done', 'open', 'failed']),
  }),
})
export type RefundDone = v.InferOutput<(typeof refundOrder)['response']>

export const approvalAsked = v.object({
  id: v.string(),
  /** Nobody else may agree: it may be done from then on. */
  waits_until: v.nullable(jstDateTime),
  expires_at: jstDateTime,
})

export type ApprovalAsked = v.InferOutput<typeof approvalAsked>

/** Asks another person for it. */
export const askApprovalCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/orders/{order}/refund-approvals',
  who: 'refunds:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject(refund),
  response: approvalAsked,
})

/** Verbs that two people do together. */
export const APPROVED_VERBS = [
  'refund',
  'issue',
  'visits cancel',
  'settings set',
  'house put',
  'catalogue import',
] as const

const approval = v.object({
  id: v.string(),
  verb: v.picklist(APPROVED_VERBS),
  /** A reservation number, the product and days of a cancellation, the product and time of guests, the name of a setting, fields of the house, or names of sheets. */
  subject: v.string(),
  /** In the reader's language; null where it is about several products, or none. */
  product: v.nullable(v.string()),
  /** The reader may be the one who asked, under another name: they may not agree. */
  may_be_one: v.boolean(),
  /** Yen, tickets, visits: the numbers of it. */
  shown: v.record(v.string(), v.unknown()),
  /** For a refund: as it is sent to {@link refundOrder}. */
  refund: v.nullable(v.object({ what: goesBack, even_disputed: v.boolean(), seen: v.string() })),
  /** For a change of the house: what each field would say; null: as the folder says. */
  house: v.nullable(
    v.array(v.object({ field: v.string(), after: v.nullable(v.object({ value: v.unknown() })) })),
  ),
  /** For tickets for guests: what was asked for, but who gets them. */
  guests: v.nullable(
    v.object({
      product: v.string(),
      date: v.string(),
      time: v.nullable(v.string()),
      kinds: v.array(v.object({ name: v.string(), quantity: v.number() })),
      lang: v.picklist(LANGUAGES),
    }),
  ),
  reason: v.nullable(v.string()),
  asked_by: v.string(),
  asked_at: jstDateTime,
  expires_at: jstDateTime,
  waits_until: v.nullable(jstDateTime),
  /** Null while nobody has agreed. */
  decided_by: v.nullable(v.string()),
})
export type ApprovalShown = v.InferOutput<typeof approval>

export const listApprovalsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/approvals',
  who: 'orders:read',
  response: v.object({ approvals: v.array(approval) }),
})

export const decideApprovalCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/approvals/{approval}/decision',
  who: 'refunds:approve',
  fresh: true,
  body: v.strictObject({ agrees: v.boolean() }),
  response: v.strictObject({}),
})
