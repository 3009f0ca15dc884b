import { createHash } from 'node:crypto'

import { jstIso } from '@kippu/domain/jst-date'
import { methodsOf } from '@kippu/domain/payment-method'

import type {
  AdapterParts,
  AttemptRef,
  PaymentOutcome,
  PaymentProvider,
  ProviderRefs,
  QueryOutcome,
  StartParts,
} from '../../port/port.ts'
import type { AdyenAccount } from './adyen-account.ts'
import { adyenBrowserSide } from './adyen-browser.ts'
import { type AdyenClient, openAdyen } from './adyen-client.ts'
import { describe } from './adyen-failure.ts'
import { leftByFacts, readEnd } from './facts.ts'
import { cancelAuthorization, capture, refund } from './modifications.ts'
import { paymentRequest } from './payment-request.ts'
import { PENDING, readAnswer, readStep } from './read-answer.ts'
import { readWebhook } from './read-webhook.ts'

/** A visitor must not be able to pay when tickets can no longer be issued. */
const SECONDS_BEFORE_DEADLINE = 120
/** Adyen appends a long value to the return address. */
const LONGEST_REDIRECT_RESULT = 8000

/** The end of the time to pay, in +09:00: stored once, so that a repeated request is identical. */
const VALID_UNTIL = 'valid_until'
/** A digest of the `redirectResult` that was submitted: the same one is not submitted twice. */
const SUBMITTED = 'answer_submitted'

/**
 * Adyen's Checkout API in its advanced flow; `docs/payments/adyen.md` describes it. Adyen cannot be queried: a lost
 * answer is recovered by the same request with the same idempotency key, and everything later arrives in signed webhook
 * events, whose facts are kept in the attempt's references.
 */
export function createAdyenProvider(account: AdyenAccount, { clock }: AdapterParts): PaymentProvider {
  const client = openAdyen(account)
  return {
    id: 'adyen',
    // The region is part of the address, not of the account.
    account: `${account.environment === 'test' ? 'test' : 'live'}:${account.merchantAccount}`,
    methods: methodsOf('adyen'),
    leastAmount: 1,
    // A late result arrives by itself, in a webhook event.
    lateSeconds: 0,
    browserSide: method => adyenBrowserSide(account, method),
    start: (attempt, parts) => start(client, attempt, { ...parts, now: clock.now() }),
    resume: attempt => resume(client, attempt),
    capture: attempt => capture(client, attempt),
    cancelAuthorization: attempt => cancelAuthorization(client, attempt),
    refund: (attempt, wanted) => refund(client, attempt, wanted),
    query: attempt => Promise.resolve(query(attempt)),
    left: async attempt => ({ kind: 'left', yen: leftByFacts(attempt) }),
    readReturn,
    parseNotification: notification => readWebhook(account, notification),
  }
}

async function start(
  client: AdyenClient,
  attempt: AttemptRef,
  { returnUrl, keep, now }: StartParts & { readonly now: number },
): Promise<PaymentOutcome> {
  const known = query(attempt)
  if (known.kind !== 'not_found') return known
  const validUntil = attempt.refs[VALID_UNTIL] ?? validUntilOf(attempt, now)
  if (!(VALID_UNTIL in attempt.refs)) await keep({ [VALID_UNTIL]: validUntil })
  const { merchantAccount } = client
  const request = paymentRequest(attempt, { merchantAccount, returnUrl, validUntil })
  const asked = await client.ask('payments', `${attempt.attemptId}:payments`, ({ payments }, options) =>
    payments.payments(request, options),
  )
  if ('failure' in asked) return { ...asked.failure, refs: {} }
  return withoutCard(readAnswer(asked.value, attempt, { validUntil }))
}

/** Once Adyen has answered, the request is never sent again: card token, security code and holder are removed. */
function withoutCard(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.kind === 'unknown' ? outcome : { ...outcome, refs: { ...outcome.refs, payment_method: '' } }
}

function validUntilOf({ secondsLeft }: AttemptRef, now: number): string {
  return jstIso(now + Math.max(secondsLeft - SECONDS_BEFORE_DEADLINE, 1) * 1000)
}

/** Submits what the visitor's return brought; without a return, tells the state of the payment. */
async function resume(client: AdyenClient, attempt: AttemptRef): Promise<PaymentOutcome> {
  const redirectResult = unsubmitted(attempt)
  if (readEnd(attempt) !== undefined || redirectResult === undefined) {
    const found = query(attempt)
    return found.kind === 'not_found' ? { kind: 'unknown', refs: {}, reason: 'nothing to go on with' } : found
  }
  const digest = digestOf(redirectResult)
  const asked = await client.ask(
    'payments/details',
    `${attempt.attemptId}:${digest}`,
    ({ payments }, options) => payments.paymentsDetails({ details: { redirectResult } }, options),
  )
  const refs = { [SUBMITTED]: digest }
  if ('value' in asked) {
    const validUntil = attempt.refs[VALID_UNTIL] ?? ''
    const outcome = readAnswer(asked.value, attempt, { validUntil, refs, mustBeNamed: true })
    return outcome.kind === 'unknown' ? stepAgain(attempt, refs, outcome.reason) : outcome
  }
  const reason = describe(asked.failure)
  const isNotTaken = asked.failure.kind === 'failed' && asked.failure.error.codes.some(isAboutTheReturn)
  return isNotTaken ? stepAgain(attempt, refs, reason) : { kind: 'unknown', refs: {}, reason }
}

/**
 * The return was not one of this payment, or does not prove it; anybody may have made it. So the visitor's step is
 * still to be done. If it was done after all, the signed webhook event tells.
 */
function stepAgain(attempt: AttemptRef, refs: ProviderRefs, reason: string): PaymentOutcome {
  return readStep(attempt, refs) ?? { kind: 'unknown', refs, reason }
}

/** Whether an error code means that Adyen cannot read the return. */
function isAboutTheReturn(code: string): boolean {
  return code === 'http_400' || code === 'http_422'
}

/** Returns what Adyen has told us so far: it cannot be queried. */
function query(attempt: AttemptRef): QueryOutcome {
  const end = readEnd(attempt)
  if (end !== undefined) return withoutCard(end)
  if (PENDING in attempt.refs) return { kind: 'pending', refs: {} }
  const step = readStep(attempt)
  if (step === undefined) return { kind: 'not_found' }
  return unsubmitted(attempt) === undefined ? step : { kind: 'ready', refs: {} }
}

function unsubmitted({ refs }: AttemptRef): string | undefined {
  const redirectResult = refs['return_redirectResult']
  return redirectResult === undefined || digestOf(redirectResult) === refs[SUBMITTED]
    ? undefined
    : redirectResult
}

/** Short enough for an idempotency key of at most 64 characters, together with the attempt's id. */
function digestOf(redirectResult: string): string {
  return createHash('sha256').update(redirectResult).digest('base64url').slice(0, 22)
}

/** The only field, already decoded by the parser of the address. Only Adyen knows the result. */
const readReturn: PaymentProvider['readReturn'] = fields => {
  const redirectResult = fields.get('redirectResult') ?? ''
  const isUsable = redirectResult !== '' && redirectResult.length <= LONGEST_REDIRECT_RESULT
  return { kept: isUsable ? { redirectResult } : {}, hint: 'success' }
}
