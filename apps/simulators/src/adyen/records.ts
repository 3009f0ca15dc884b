import * as v from 'valibot'

import { storedAnswerSchema } from '../core/idempotency-key.ts'
import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer(), v.minValue(0))

/** A card as it was typed into the hosted fields: never the number, only the brand and the last four digits. */
const cardSchema = v.object({
  /** The text that the store gets in place of the number. */
  blob: v.string(),
  brand: v.string(),
  last4: v.pipe(v.string(), v.length(4)),
})

const refusalSchema = v.object({ resultCode: v.string(), reason: v.string(), code: v.string() })

const paymentSchema = v.object({
  psp: v.string(),
  /** The store's own reference. */
  reference: v.string(),
  type: v.picklist(['scheme', 'alipay', 'wechatpayQR']),
  /** `visa`, `mc`, … or the wallet. */
  variant: v.string(),
  last4: v.nullable(v.string()),
  amount: yen,
  captured: yen,
  refunded: yen,
  /** `open` while the shopper has something to do. */
  status: v.picklist(['open', 'authorised', 'captured', 'cancelled', 'refused', 'closed']),
  manualCapture: v.boolean(),
  returnUrl: v.string(),
  /** The page on which the shopper pays or authenticates; null for a card without a challenge. */
  page: v.nullable(v.string()),
  /** The value that the page brings back; null until the shopper has answered. */
  redirectResult: v.nullable(v.string()),
  /** A card holder's answer, which counts when the store submits it. */
  authentication: v.nullable(v.picklist(['passed', 'failed', 'cancelled'])),
  refusal: v.nullable(refusalSchema),
  /** The ISO time at which a wallet's offer expires. */
  validUntil: v.nullable(v.string()),
})

/** All records that one request changed: one line of the file holds all of them or none. */
export const changesSchema = v.object({
  ...effects,
  cards: v.optional(v.array(cardSchema)),
  payments: v.optional(v.array(paymentSchema)),
  answers: v.optional(v.array(storedAnswerSchema)),
})

export type Card = v.InferOutput<typeof cardSchema>
export type Refusal = v.InferOutput<typeof refusalSchema>
export type Payment = v.InferOutput<typeof paymentSchema>
export type Changes = v.InferOutput<typeof changesSchema>
