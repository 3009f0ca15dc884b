import type { Money } from '@kippu/domain/money'
import { sumOf } from '@kippu/domain/sum'

import type { AttemptRef, PaymentOutcome, ProviderRefs } from '../../port/port.ts'
import { refusalOf } from './refusal.ts'

/**
 * The facts that Adyen has told us about an attempt, in its answers and in signed webhook events. No call can query
 * them: they are kept in references, each under a name of its own, because a webhook event never overwrites a known
 * reference.
 */

/** A payment or an operation at Adyen: its PSP reference, and its amount in minor units. */
export function writeFact(
  psp: string,
  { value, currency }: { readonly value: number; readonly currency: string },
): string {
  return `${psp} ${value} ${currency}`
}

function readFact(text: string | undefined): { psp: string; minor: number; currency: string } | undefined {
  const [psp, value, currency] = text?.split(' ') ?? []
  if (psp === undefined || value === undefined || currency === undefined) return undefined
  return { psp, minor: Number(value), currency }
}

/** Names of the references. `answer_…` came in an answer, `fact_…` in a webhook event. */
export const KNOWN = {
  answerAuthorised: 'answer_authorised',
  answerRefused: 'answer_refused',
  authorised: 'fact_authorised',
  refused: 'fact_refused',
  captured: 'fact_captured',
  captureFailed: 'fact_capture_failed',
  cancelled: 'fact_cancelled',
  cancelFailed: 'fact_cancel_failed',
  fenceFailed: 'fact_fence_failed',
  expired: 'fact_expired',
  closed: 'fact_closed',
} as const

/** The name under which the end of a refund is kept; `of`: the refund's part of the reference, or its PSP reference. */
export function refundFact(end: 'done' | 'failed', of: string): string {
  return end === 'done' ? `fact_refunded_${of}` : `fact_refund_failed_${of}`
}

/** Yen that no refund of which Adyen has told took back. */
export function leftByFacts({ refs, amount }: AttemptRef): number {
  const back = Object.entries(refs).flatMap(([name, text]) =>
    name.startsWith(refundFact('done', '')) && !(name.replace('refunded', 'refund_failed') in refs)
      ? (readFact(text)?.minor ?? 0)
      : [],
  )
  return amount.minor - sumOf(back)
}

/** Wallets are charged when they are authorised. */
export function isCharged({ method }: AttemptRef): boolean {
  return method !== 'adyen_credit'
}

/** Adyen's PSP reference of the authorised payment, once it is known. */
export function pspOf({ refs }: AttemptRef): string | undefined {
  return (readFact(refs[KNOWN.answerAuthorised]) ?? readFact(refs[KNOWN.authorised]))?.psp
}

/** The final result of the payment as far as it is known; undefined while it is open. */
export function readEnd(attempt: AttemptRef): PaymentOutcome | undefined {
  const { refs } = attempt
  if (KNOWN.cancelled in refs || KNOWN.expired in refs) return { kind: 'voided', refs: {} }
  const wrong = [KNOWN.answerAuthorised, KNOWN.authorised, KNOWN.captured].find(name =>
    isWrong(attempt, name),
  )
  if (wrong !== undefined) return { kind: 'mismatch', refs: {}, reason: `${wrong}: ${refs[wrong]}` }
  if (KNOWN.captured in refs) return { kind: 'captured', refs: {} }
  if (KNOWN.answerAuthorised in refs || KNOWN.authorised in refs)
    return { kind: isCharged(attempt) ? 'captured' : 'authorized', refs: {} }
  return readFailure(refs)
}

/** The amount that was really taken, if it differs from the attempt's. */
export function wronglyTaken(attempt: AttemptRef): Money | undefined {
  const fact = [KNOWN.captured, KNOWN.answerAuthorised, KNOWN.authorised]
    .map(name => readFact(attempt.refs[name]))
    .find(isThere)
  if (fact === undefined || isSame(fact, attempt.amount)) return undefined
  return fact.currency === attempt.amount.currency ? { ...attempt.amount, minor: fact.minor } : undefined
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined
}

function readFailure(refs: ProviderRefs): PaymentOutcome | undefined {
  if (KNOWN.closed in refs)
    return { kind: 'failed', refs: {}, error: { codes: ['OFFER_CLOSED'], class: 'expired', retryable: true } }
  const refused = refs[KNOWN.answerRefused] ?? refs[KNOWN.refused]
  if (refused === undefined) return undefined
  const [resultCode = '', reasonCode] = refused.split(' ')
  return { kind: 'failed', refs: {}, error: refusalOf(resultCode, reasonCode) }
}

/** Whether a fact names another amount or currency than the attempt's. */
function isWrong({ refs, amount }: AttemptRef, name: string): boolean {
  const fact = readFact(refs[name])
  return fact !== undefined && !isSame(fact, amount)
}

/** Whether a fact names exactly this amount. */
export function isFactOf(text: string, amount: Money): boolean {
  const fact = readFact(text)
  return fact !== undefined && isSame(fact, amount)
}

function isSame(fact: { minor: number; currency: string }, { minor, currency }: Money): boolean {
  return fact.minor === minor && fact.currency === currency
}
