import { jstIso } from '@kippu/domain/jst-date'
import { METHOD_KINDS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import type { AttemptRef, BrowserStep, PaymentOutcome, ProviderRefs } from '../../port/port.ts'
import { isCharged, isFactOf, KNOWN, writeFact } from './facts.ts'
import { refusalOf } from './refusal.ts'

const amount = v.object({ value: v.number(), currency: v.string() })

const redirect = v.object({
  type: v.literal('redirect'),
  url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)),
  method: v.nullish(v.string(), 'GET'),
  data: v.nullish(v.record(v.string(), v.string())),
})
const qrCode = v.object({
  type: v.literal('qrCode'),
  qrCodeData: v.pipe(v.string(), v.nonEmpty()),
  expiresAt: v.nullish(v.string()),
})

/** The part that we use of an answer to `/payments` and `/payments/details`. */
const answer = v.object({
  resultCode: v.string(),
  pspReference: v.nullish(v.string()),
  merchantReference: v.nullish(v.string()),
  amount: v.nullish(amount),
  refusalReasonCode: v.nullish(v.string()),
  action: v.nullish(v.object({ type: v.string() })),
})
type Answer = v.InferOutput<typeof answer>

export interface AnswerOptions {
  /** Kept whatever the answer says. */
  readonly refs?: ProviderRefs
  /**
   * Our request did not name the payment, so the answer must. Otherwise the return of another payment could refuse this
   * one, keep it waiting, or send its visitor to somebody else's page.
   */
  readonly mustBeNamed?: true
  /** Date-time in +09:00 after which nobody may pay. */
  readonly validUntil: string
}

/**
 * Reads an answer of Adyen about the attempt. A success that does not name its payment and amount proves nothing yet:
 * the signed webhook event does.
 */
export function readAnswer(given: unknown, attempt: AttemptRef, options: AnswerOptions): PaymentOutcome {
  const read = v.safeParse(answer, given)
  const refs = options.refs ?? {}
  if (!read.success) return { kind: 'unknown', refs: {}, reason: 'not an answer to a payment' }
  const { resultCode, merchantReference, action } = read.output
  if (typeof merchantReference === 'string' && merchantReference !== attempt.providerOrderRef)
    return { kind: 'unknown', refs, reason: 'an answer about another payment' }
  if (typeof merchantReference !== 'string' && options.mustBeNamed === true)
    return { kind: 'unknown', refs, reason: 'an answer that names no payment' }
  if (action !== null && action !== undefined) return readAction(given, attempt, { ...options, refs })
  switch (resultCode) {
    case 'Authorised':
    case 'PartiallyAuthorised':
      return readAuthorised(read.output, attempt, refs)
    case 'Refused':
    case 'Cancelled':
    case 'Error':
      return readRefused(read.output, refs)
    case 'Pending':
    case 'Received':
      return { kind: 'pending', refs: { ...refs, [PENDING]: resultCode } }
    default:
      return { kind: 'unknown', refs, reason: `result ${resultCode}` }
  }
}

/** Adyen is still processing; the webhook event will tell. */
export const PENDING = 'answer_pending'
/** The visitor's step, kept so that it can be repeated. */
const STEP = 'answer_step'

function readAuthorised(found: Answer, attempt: AttemptRef, refs: ProviderRefs): PaymentOutcome {
  const { pspReference, merchantReference, amount: authorised } = found
  if (!pspReference || !merchantReference || !authorised)
    return { kind: 'pending', refs: { ...refs, [PENDING]: 'Authorised' } }
  const fact = writeFact(pspReference, authorised)
  const kept = { ...refs, [KNOWN.answerAuthorised]: fact }
  if (!isFactOf(fact, attempt.amount)) return { kind: 'mismatch', refs: kept, reason: `authorised ${fact}` }
  return { kind: isCharged(attempt) ? 'captured' : 'authorized', refs: kept }
}

function readRefused({ resultCode, refusalReasonCode }: Answer, refs: ProviderRefs): PaymentOutcome {
  const code = refusalReasonCode ?? ''
  return {
    kind: 'failed',
    refs: { ...refs, [KNOWN.answerRefused]: `${resultCode} ${code}`.trim() },
    error: refusalOf(resultCode, code),
  }
}

const withAction = v.object({ action: v.variant('type', [redirect, qrCode]) })

function readAction(
  given: unknown,
  attempt: AttemptRef,
  { refs = {}, validUntil }: AnswerOptions,
): PaymentOutcome {
  const read = v.safeParse(withAction, given)
  if (!read.success) return { kind: 'unknown', refs, reason: 'an action of another kind' }
  const { action } = read.output
  const step: BrowserStep =
    action.type === 'qrCode'
      ? { kind: 'qr', code: action.qrCodeData, expiresAt: earlier(action.expiresAt, validUntil) }
      : action.method.toUpperCase() === 'GET'
        ? { kind: 'redirect', url: action.url }
        : { kind: 'form', url: action.url, charset: 'UTF-8', fields: Object.entries(action.data ?? {}) }
  return actionRequired(attempt, step, { ...refs, [STEP]: JSON.stringify(step) })
}

function actionRequired({ method }: AttemptRef, step: BrowserStep, refs: ProviderRefs): PaymentOutcome {
  return { kind: 'action_required', refs, step, threeDSecure: METHOD_KINDS[method].usesThreeDSecure }
}

/** The end of a QR code in +09:00: Adyen's or ours, whichever comes first. */
function earlier(expiresAt: string | null | undefined, validUntil: string): string {
  const theirs = Date.parse(expiresAt ?? '')
  return Number.isNaN(theirs) || theirs > Date.parse(validUntil) ? validUntil : jstIso(theirs)
}

const keptStep = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('kind', [
    v.object({ kind: v.literal('redirect'), url: v.string() }),
    v.object({
      kind: v.literal('form'),
      url: v.string(),
      charset: v.literal('UTF-8'),
      fields: v.array(v.tuple([v.string(), v.string()])),
    }),
    v.object({ kind: v.literal('qr'), code: v.string(), expiresAt: v.nullable(v.string()) }),
  ]),
)

/** The visitor's step as first answered; undefined when there is none. */
export function readStep(attempt: AttemptRef, refs: ProviderRefs = {}): PaymentOutcome | undefined {
  const read = v.safeParse(keptStep, attempt.refs[STEP])
  return read.success ? actionRequired(attempt, read.output, refs) : undefined
}
