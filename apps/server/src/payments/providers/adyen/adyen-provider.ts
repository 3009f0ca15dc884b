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
import { readEnd } from './facts.ts'
import { cancelAuthorization, capture, refund } from './modifications.ts'
import { paymentRequest } from './payment-request.ts'
import { PENDING, readAnswer, readStep } from './read-answer.ts'
import { readWebhook } from './read-webhook.ts'

/** A visitor must not be able to pay when nobody would issue tickets any more. */
const SECONDS_BEFORE_DEADLINE = 120
/** What Adyen adds to the return address is long. */
const LONGEST_REDIRECT_RESULT = 8000

/** Until when the payment may be paid, in +09:00: decided once, so that a repeated request is the same. */
const VALID_UNTIL = 'valid_until'
/** Which `redirectResult` was submitted, as a digest: the same one is not submitted twice. */
const SUBMITTED = 'answer_submitted'

/**
 * Adyen's Checkout API in its advanced flow (payments §3). Adyen cannot be asked what became of a payment: a lost answer
 * is found by the same request with the same idempotency key, everything later by signed webhooks, whose facts stand in
 * the attempt's references.
 */
export function createAdyenProvider(account: AdyenAccount, { clock }: AdapterParts): PaymentProvider {
  const client = openAdyen(account)
  return {
    id: 'adyen',
    // A region is a part of the address, not another account.
    account: `${account.environment === 'test' ? 'test' : 'live'}:${account.merchantAccount}`,
    methods: methodsOf('adyen'),
    leastAmount: 1,
    // Late news comes by itself, in a webhook.
    lateSeconds: 0,
    browserSide: method => adyenBrowserSide(account, method),
    start: (attempt, parts) => start(client, attempt, { ...parts, now: clock.now() }),
    resume: attempt => resume(client, attempt),
    capture: attempt => capture(client, attempt),
    cancelAuthorization: attempt => cancelAuthorization(client, attempt),
    refund: (attempt, wanted) => refund(client, attempt, wanted),
    query: attempt => Promise.resolve(query(attempt)),
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

/** Once Adyen has answered, the request is never made again: what stands for a card, its code and its holder, goes. */
function withoutCard(outcome: PaymentOutcome): PaymentOutcome {
  return outcome.kind === 'unknown' ? outcome : { ...outcome, refs: { ...outcome.refs, payment_method: '' } }
}

function validUntilOf({ secondsLeft }: AttemptRef, now: number): string {
  return jstIso(now + Math.max(secondsLeft - SECONDS_BEFORE_DEADLINE, 1) * 1000)
}

/** Submits what the visitor's return brought; without it, says where the payment is. */
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
 * What came back was no return of this payment, or none that says so, by whomever it was made: the visitor's step is still to
 * be done. If it was done after all, the signed webhook tells.
 */
function stepAgain(attempt: AttemptRef, refs: ProviderRefs, reason: string): PaymentOutcome {
  return readStep(attempt, refs) ?? { kind: 'unknown', refs, reason }
}

/** Statuses by which Adyen says that it cannot read a return. */
function isAboutTheReturn(code: string): boolean {
  return code === 'http_400' || code === 'http_422'
}

/** Says what Adyen has told us so far: it cannot be asked. */
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

/** The only field, decoded once by whoever read the address; how it went is known to nobody but Adyen. */
const readReturn: PaymentProvider['readReturn'] = fields => {
  const redirectResult = fields.get('redirectResult') ?? ''
  const isUsable = redirectResult !== '' && redirectResult.length <= LONGEST_REDIRECT_RESULT
  return { kept: isUsable ? { redirectResult } : {}, hint: 'success' }
}
