import * as v from 'valibot'

import { storedAnswerSchema } from '../core/idempotency-key.ts'
import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Stripe's time: whole seconds since 1970. */
const seconds = v.pipe(v.number(), v.integer())
const metadata = v.record(v.string(), v.string())

/** A card as the simulator knows it: never the number, only the brand and the last four digits. */
const paymentMethodSchema = v.object({
  id: v.string(),
  created: seconds,
  brand: v.string(),
  last4: v.pipe(v.string(), v.length(4)),
  exp_month: v.number(),
  exp_year: v.number(),
})

const paymentErrorSchema = v.object({
  type: v.picklist(['card_error', 'invalid_request_error']),
  code: v.string(),
  decline_code: v.optional(v.string()),
  message: v.string(),
})

const intentSchema = v.object({
  id: v.string(),
  client_secret: v.string(),
  created: seconds,
  amount: yen,
  amount_received: yen,
  amount_refunded: yen,
  status: v.picklist([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'succeeded',
    'canceled',
  ]),
  capture_method: v.picklist(['manual', 'automatic']),
  confirmation_method: v.picklist(['manual', 'automatic']),
  three_d_secure: v.picklist(['automatic', 'any', 'challenge']),
  /** How the card holder was authenticated for the current payment method. */
  authentication: v.picklist(['none', 'frictionless', 'challenge']),
  payment_method: v.nullable(v.string()),
  return_url: v.nullable(v.string()),
  /** The token of the open challenge page, while the intent requires action. */
  challenge: v.nullable(v.string()),
  charge: v.nullable(v.string()),
  description: v.nullable(v.string()),
  metadata,
  last_payment_error: v.nullable(paymentErrorSchema),
  cancellation_reason: v.nullable(v.string()),
  canceled_at: v.nullable(seconds),
})

/** A 3-D Secure page: `outcome` is null until the card holder has answered. */
const challengeSchema = v.object({
  token: v.string(),
  intent: v.string(),
  return_url: v.string(),
  outcome: v.nullable(v.picklist(['passed', 'failed'])),
})

const refundSchema = v.object({
  id: v.string(),
  created: seconds,
  amount: yen,
  intent: v.string(),
  charge: v.string(),
  reason: v.nullable(v.string()),
  metadata,
})

/** All records that one request changed: one line of the file holds all of them or none. */
export const changesSchema = v.object({
  ...effects,
  paymentMethods: v.optional(v.array(paymentMethodSchema)),
  intents: v.optional(v.array(intentSchema)),
  challenges: v.optional(v.array(challengeSchema)),
  refunds: v.optional(v.array(refundSchema)),
  answers: v.optional(v.array(storedAnswerSchema)),
})

export type PaymentMethod = v.InferOutput<typeof paymentMethodSchema>
export type PaymentError = v.InferOutput<typeof paymentErrorSchema>
export type Intent = v.InferOutput<typeof intentSchema>
export type Challenge = v.InferOutput<typeof challengeSchema>
export type Refund = v.InferOutput<typeof refundSchema>
export type Changes = v.InferOutput<typeof changesSchema>
