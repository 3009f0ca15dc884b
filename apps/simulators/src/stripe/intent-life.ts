import { type LedgerEntry, movement } from '../core/ledger.ts'
import type { Notice } from '../core/notice.ts'
import { randomId } from '../core/random-id.ts'
import { conductOf } from '../core/test-cards.ts'
import type { JsonObject } from './answer.ts'
import { presentEvent, presentIntent, presentRefund } from './present.ts'
import type { Challenge, Changes, Intent, PaymentError, PaymentMethod } from './records.ts'

/** The input of a step besides the intent: the card, the time, and the simulator's own origin. */
export interface StepInput {
  readonly method: PaymentMethod | undefined
  readonly now: Date
  readonly origin: string
}

/** The intent after a step, and the changes to commit. */
export interface IntentStep {
  readonly intent: Intent
  readonly changes: Changes
}

const DECLINED: PaymentError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const BUSY: PaymentError = {
  type: 'card_error',
  code: 'processing_error',
  decline_code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
}
const NOT_AUTHENTICATED: PaymentError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}

/** Confirms the intent: charges the card, or opens the challenge that the card or the caller requires. */
export function confirm(
  intent: Intent,
  step: StepInput & { readonly method: PaymentMethod; readonly returnUrl: string | null },
): IntentStep {
  const conduct = conductOf(step.method.last4)
  if (needsChallenge(intent, step.method) && step.returnUrl !== null)
    return openChallenge(intent, { ...step, returnUrl: step.returnUrl })
  if (conduct === 'declined' || conduct === 'challenge_declined') return fail(intent, DECLINED, step)
  if (conduct === 'busy') return fail(intent, BUSY, step)
  const frictionless = intent.three_d_secure === 'any' && intent.authentication === 'none'
  return authorize(frictionless ? { ...intent, authentication: 'frictionless' } : intent, step)
}

/** True when this card leads to a challenge, so that a return address is required. */
export function needsChallenge(intent: Intent, method: PaymentMethod): boolean {
  const conduct = conductOf(method.last4)
  const wanted =
    conduct === 'challenge' || conduct === 'challenge_declined' || intent.three_d_secure === 'challenge'
  return wanted && intent.authentication !== 'challenge'
}

function openChallenge(intent: Intent, step: StepInput & { readonly returnUrl: string }): IntentStep {
  const challenge: Challenge = {
    token: randomId('acs'),
    intent: intent.id,
    return_url: step.returnUrl,
    outcome: null,
  }
  const after: Intent = {
    ...intent,
    status: 'requires_action',
    challenge: challenge.token,
    return_url: step.returnUrl,
    last_payment_error: null,
  }
  return moved(after, {
    challenges: [challenge],
    outbox: [notice('payment_intent.requires_action', after, step)],
  })
}

/** Records the card holder's answer to the challenge. With manual confirmation the store has to confirm once more. */
export function answerChallenge(
  intent: Intent,
  challenge: Challenge,
  step: StepInput & { readonly passed: boolean },
): IntentStep {
  const outcome = step.passed ? 'passed' : 'failed'
  const answered: Changes = { challenges: [{ ...challenge, outcome }] }
  const after = settleChallenge({ ...intent, challenge: null }, step)
  return { intent: after.intent, changes: { ...after.changes, ...answered } }
}

function settleChallenge(intent: Intent, step: StepInput & { readonly passed: boolean }): IntentStep {
  if (!step.passed) return fail(intent, NOT_AUTHENTICATED, step)
  const proved: Intent = { ...intent, authentication: 'challenge' }
  if (intent.confirmation_method === 'manual')
    return moved({ ...proved, status: 'requires_confirmation' }, {})
  const { method } = step
  return method === undefined
    ? fail(proved, NOT_AUTHENTICATED, step)
    : confirm(proved, { ...step, method, returnUrl: intent.return_url })
}

function fail(intent: Intent, error: PaymentError, step: StepInput): IntentStep {
  const after: Intent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    authentication: 'none',
    challenge: null,
    last_payment_error: error,
  }
  return moved(after, { outbox: [notice('payment_intent.payment_failed', after, step)] })
}

function authorize(intent: Intent, step: StepInput): IntentStep {
  const charged: Intent = { ...intent, charge: randomId('ch'), last_payment_error: null, challenge: null }
  const authorized = money(charged, 'authorized', intent.amount, step)
  if (intent.capture_method === 'manual') {
    const after: Intent = { ...charged, status: 'requires_capture' }
    return moved(after, {
      money: [authorized],
      outbox: [notice('payment_intent.amount_capturable_updated', after, step)],
    })
  }
  const after: Intent = { ...charged, status: 'succeeded', amount_received: intent.amount }
  return moved(after, {
    money: [authorized, money(after, 'captured', intent.amount, step)],
    outbox: [notice('payment_intent.succeeded', after, step)],
  })
}

/** Captures `amount` yen of an authorized intent and releases the rest. */
export function capture(intent: Intent, step: StepInput & { readonly amount: number }): IntentStep {
  const after: Intent = { ...intent, status: 'succeeded', amount_received: step.amount }
  const released = intent.amount - step.amount
  return moved(after, {
    money: [
      money(after, 'captured', step.amount, step),
      ...(released > 0 ? [money(after, 'voided', released, step)] : []),
    ],
    outbox: [notice('payment_intent.succeeded', after, step)],
  })
}

/** Cancels the intent. An authorization is released in full. */
export function cancel(intent: Intent, step: StepInput & { readonly reason: string | null }): IntentStep {
  const after: Intent = {
    ...intent,
    status: 'canceled',
    challenge: null,
    canceled_at: toSeconds(step.now),
    cancellation_reason: step.reason,
  }
  return moved(after, {
    money: intent.status === 'requires_capture' ? [money(after, 'voided', intent.amount, step)] : [],
    outbox: [notice('payment_intent.canceled', after, step)],
  })
}

/** Refunds `amount` yen of what was captured. */
export function refund(
  intent: Intent,
  step: StepInput & {
    readonly amount: number
    readonly charge: string
    readonly reason: string | null
    readonly metadata: Record<string, string>
  },
): IntentStep {
  const after: Intent = { ...intent, amount_refunded: intent.amount_refunded + step.amount }
  const record = {
    id: randomId('re'),
    created: toSeconds(step.now),
    amount: step.amount,
    intent: intent.id,
    charge: step.charge,
    reason: step.reason,
    metadata: step.metadata,
  }
  return moved(after, {
    refunds: [record],
    money: [money(after, 'refunded', step.amount, step)],
    outbox: [noticeOf('refund.created', presentRefund(record), step.now)],
  })
}

/** The cardholder's bank asks for the money. The dispute names the intent, and nothing of the store's. */
export function dispute({ id: intent, amount }: Intent, now: Date): Changes {
  const object = { id: randomId('dp'), object: 'dispute', amount, payment_intent: intent, metadata: {} }
  return { outbox: [noticeOf('charge.dispute.created', object, now)] }
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

function moved(intent: Intent, changes: Changes): IntentStep {
  return { intent, changes: { ...changes, intents: [intent] } }
}

function money(intent: Intent, kind: LedgerEntry['kind'], amount: number, step: StepInput): LedgerEntry {
  const attempt_id = intent.metadata['attempt_id'] ?? null
  return movement({ at: step.now, provider: 'stripe', ref: intent.id, attempt_id, kind, amount })
}

function notice(type: string, intent: Intent, step: StepInput): Notice {
  return noticeOf(type, presentIntent(intent, step.origin), step.now)
}

function noticeOf(type: string, object: JsonObject, now: Date): Notice {
  const id = randomId('evt')
  const event = presentEvent({ id, created: toSeconds(now), type, object })
  return {
    id,
    provider: 'stripe',
    url: '/payment-webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(event)).toString('base64'),
    accepts: { status: '2xx' },
  }
}
