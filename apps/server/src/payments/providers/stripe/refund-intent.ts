import { sumOf } from '@kippu/domain/sum'
import type Stripe from 'stripe'

import type { AttemptRef, OperationOutcome, Refund } from '../../port/port.ts'

/**
 * The refund that an earlier try made. Stripe forgets idempotency keys after a day, and a repeat with the key returns
 * the refund as it was, not as it is: so it is looked up by the key that it carries. A failed refund belongs only to
 * the try that made it: a person may retry.
 */
export async function findRefund(
  stripe: Stripe,
  intent: string,
  refund: Refund,
): Promise<Stripe.Refund | undefined> {
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
  const tries = data.filter(({ metadata }) => metadata?.['refund_key'] === refund.key)
  return (
    tries.find(({ status }) => !isUndone(status)) ??
    tries.find(({ metadata }) => (metadata?.['refund_try'] ?? '0') === tryOf(refund))
  )
}

/** Yen of an intent that no refund has taken back, ours or another. */
export async function leftOfIntent(stripe: Stripe, intent: string): Promise<number> {
  const { amount_received } = await stripe.paymentIntents.retrieve(intent)
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
  return amount_received - sumOf(data.filter(({ status }) => !isUndone(status)).map(({ amount }) => amount))
}

function tryOf({ retries = 0 }: Refund): string {
  return String(retries)
}

function isUndone(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}

/**
 * Refunds part or all of an intent, once for each retry that a person asked for: Stripe repeats its refusal of a key.
 */
export async function makeRefund(
  stripe: Stripe,
  { attemptId }: AttemptRef,
  { intent, refund }: { readonly intent: string; readonly refund: Refund },
): Promise<Stripe.Refund> {
  const { key, amount, retries = 0 } = refund
  const metadata = { attempt_id: attemptId, refund_key: key, refund_try: tryOf(refund) }
  const request = { payment_intent: intent, amount: amount.minor, metadata }
  return stripe.refunds.create(request, { idempotencyKey: retries === 0 ? key : `${key}:${retries}` })
}

/** Reads the state of a refund: a bank may take days, and may refuse in the end. */
export function readRefund({ status, amount }: Stripe.Refund, refund: Refund): OperationOutcome {
  if (amount !== refund.amount.minor)
    return { kind: 'unknown', reason: `refund of ${amount} instead of ${refund.amount.minor}` }
  switch (status) {
    case 'failed':
    case 'canceled':
      return { kind: 'failed', error: { codes: [`refund_${status}`], class: 'other', retryable: false } }
    case 'pending':
    case 'requires_action':
      return { kind: 'accepted' }
    case 'succeeded':
    case null:
    default:
      return { kind: 'done' }
  }
}
