import { METHOD_KINDS, methodsOf } from '@kippu/domain/payment-method'
import Stripe from 'stripe'

import { assertNoTransaction } from '../../../platform/db/database.ts'
import type {
  AttemptRef,
  Notification,
  NotificationReply,
  OperationOutcome,
  PaymentOutcome,
  PaymentProvider,
  QueryOutcome,
  RawNotification,
  Refund,
} from '../../port/port.ts'
import { readEvent } from './read-event.ts'
import { readIntent } from './read-intent.ts'
import { findRefund, leftOfIntent, makeRefund, readRefund } from './refund-intent.ts'
import type { StripeAccount } from './stripe-account.ts'
import { stripeBrowserSide } from './stripe-browser.ts'
import { isKeptOut, readStripeError } from './stripe-errors.ts'

/** No call lasts longer; its result is queried afterwards. Shorter than the lease of an attempt. */
const TIMEOUT_MS = 30_000
/** The smallest amount that Stripe charges in yen. */
const LEAST_YEN = 50
/** The maximum age of a signed notification. */
const TOLERANCE_SECONDS = 300

/**
 * Stripe with payment intents, which we confirm and capture. Each call carries an idempotency key made of the attempt
 * and the operation, so that a repeat by any process is executed once.
 */
export function createStripeProvider(account: StripeAccount): PaymentProvider {
  const stripe = openStripe(account)
  const browserSide = stripeBrowserSide(account)
  return {
    id: 'stripe',
    // No key says which account it belongs to; this one is public, and stays when the secret keys are rolled.
    account: account.publishableKey,
    methods: methodsOf('stripe'),
    leastAmount: LEAST_YEN,
    lateSeconds: 0,
    browserSide: () => browserSide,
    start: (attempt, { returnUrl }) => start(stripe, attempt, returnUrl),
    resume: attempt => resume(stripe, attempt),
    capture: attempt => capture(stripe, attempt),
    cancelAuthorization: attempt => cancelAuthorization(stripe, attempt),
    refund: (attempt, part) => refund(stripe, attempt, part),
    query: attempt => query(stripe, attempt),
    left: async attempt => {
      const found = await asked('left', () => leftOfIntent(stripe, intentOf(attempt)))
      return 'failure' in found
        ? { kind: 'unknown', reason: describe(found.failure) }
        : { kind: 'left', yen: found.value }
    },
    readReturn,
    parseNotification: notification => parseNotification(stripe, notification, account.webhookSecret),
  }
}

function openStripe({ secretKey, apiUrl }: StripeAccount): Stripe {
  // The saga decides about repeats, and stores what it knows in between. The SDK still repeats one call, with the same
  // key, when its kept-alive connection breaks, because the other side may have closed that connection long ago.
  const options = { maxNetworkRetries: 0, timeout: TIMEOUT_MS, telemetry: false }
  if (apiUrl === null) return new Stripe(secretKey, options)
  const { hostname, port, protocol } = new URL(apiUrl)
  const secure = protocol === 'https:'
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    port: port === '' ? (secure ? 443 : 80) : Number(port),
    protocol: secure ? 'https' : 'http',
  })
}

async function start(stripe: Stripe, attempt: AttemptRef, returnUrl: string): Promise<PaymentOutcome> {
  const paymentMethod = attempt.refs['payment_method']
  if (paymentMethod === undefined) throw new Error('a Stripe attempt without its payment method')
  return outcomeOf(attempt, () =>
    stripe.paymentIntents.create(
      {
        ...commonOf(attempt),
        payment_method: paymentMethod,
        description: attempt.refs['merchant'] ?? '',
        confirm: true,
        return_url: returnUrl,
        ...(METHOD_KINDS[attempt.method].usesThreeDSecure && {
          payment_method_options: { card: { request_three_d_secure: 'any' } },
        }),
      },
      keyOf(attempt, 'start'),
    ),
  )
}

function commonOf(attempt: AttemptRef) {
  return {
    amount: attempt.amount.minor,
    currency: attempt.amount.currency.toLowerCase(),
    payment_method_types: ['card'],
    capture_method: 'manual',
    confirmation_method: 'manual',
    metadata: { attempt_id: attempt.attemptId, order_ref: attempt.providerOrderRef },
  } as const
}

/**
 * With manual confirmation the intent waits for us after the challenge; in any other state this only tells its state.
 */
async function resume(stripe: Stripe, attempt: AttemptRef): Promise<PaymentOutcome> {
  const id = intentOf(attempt)
  const found = await outcomeOfIntent(attempt, () => stripe.paymentIntents.retrieve(id))
  if (found.kind !== 'ready') return found
  return outcomeOfIntent(attempt, () => stripe.paymentIntents.confirm(id, {}, keyOf(attempt, 'confirm')))
}

async function query(stripe: Stripe, attempt: AttemptRef): Promise<QueryOutcome> {
  const id = attempt.refs['intent']
  if (id !== undefined) return outcomeOfIntent(attempt, () => stripe.paymentIntents.retrieve(id))
  const found = await asked('search', () => searchIntent(stripe, attempt))
  if ('failure' in found) return { kind: 'unknown', refs: {}, reason: describe(found.failure) }
  return found.value === undefined ? { kind: 'not_found' } : readIntent(found.value, attempt)
}

/** Stripe's search index is up to a minute late: not finding an intent proves nothing. */
async function searchIntent(stripe: Stripe, attempt: AttemptRef): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.paymentIntents.search({
    query: `metadata['attempt_id']:'${attempt.attemptId}'`,
  })
  return data[0]
}

async function capture(stripe: Stripe, attempt: AttemptRef): Promise<OperationOutcome> {
  const request = { amount_to_capture: attempt.amount.minor }
  const result = await asked('capture', () =>
    stripe.paymentIntents.capture(intentOf(attempt), request, keyOf(attempt, 'capture')),
  )
  if ('failure' in result) return operationFailure(result)
  const { status, amount_received } = result.value
  return status === 'succeeded' && amount_received === attempt.amount.minor
    ? { kind: 'done' }
    : { kind: 'unknown', reason: `capture answered ${status} ${amount_received}` }
}

async function cancelAuthorization(stripe: Stripe, attempt: AttemptRef): Promise<OperationOutcome> {
  const known = attempt.refs['intent']
  const intent = known === undefined ? await asked('find', () => findOrOccupy(stripe, attempt)) : undefined
  if (intent !== undefined && 'failure' in intent) return notFenced(intent)
  const id = known ?? intent?.value ?? ''
  const result = await asked('cancel', () =>
    stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }, keyOf(attempt, 'cancel')),
  )
  if ('failure' in result) return operationFailure(result)
  return result.value.status === 'canceled'
    ? { kind: 'done' }
    : { kind: 'unknown', reason: `cancel answered ${result.value.status}` }
}

/**
 * The id of an intent whose creation was not answered. If Stripe knows none, an intent that is never confirmed uses up
 * the idempotency key of its creation: if the lost request still arrives, it is refused.
 */
async function findOrOccupy(stripe: Stripe, attempt: AttemptRef): Promise<string> {
  const found = await searchIntent(stripe, attempt)
  if (found !== undefined) return found.id
  return (await stripe.paymentIntents.create(commonOf(attempt), keyOf(attempt, 'start'))).id
}

/** As long as the key is used by a request that we cannot find, the attempt is not fenced: the index is late. */
function notFenced({ failure }: FailedCall): OperationOutcome {
  return { kind: 'unknown', reason: describe(failure) }
}

async function refund(stripe: Stripe, attempt: AttemptRef, part: Refund): Promise<OperationOutcome> {
  const intent = intentOf(attempt)
  const found = await asked('refunds', () => findRefund(stripe, intent, part))
  if ('failure' in found) return { kind: 'unknown', reason: describe(found.failure) }
  if (found.value !== undefined) return readRefund(found.value, part)
  const made = await asked('refund', () => makeRefund(stripe, attempt, { intent, refund: part }))
  return 'failure' in made ? refundFailure(made, attempt, part) : readRefund(made.value, part)
}

const KEPT_FIELDS = ['payment_intent', 'redirect_status'] as const

/** The client secret that Stripe adds is not kept. */
const readReturn: PaymentProvider['readReturn'] = fields => {
  const kept = KEPT_FIELDS.flatMap(name => {
    const value = fields.get(name)
    return value === null ? [] : [[name, value.slice(0, 255)] as const]
  })
  return {
    kept: Object.fromEntries(kept),
    hint: fields.get('redirect_status') === 'failed' ? 'failure' : 'success',
  }
}

const reply = (status: number): NotificationReply => ({ status, contentType: 'text/plain', body: '' })

function parseNotification(
  stripe: Stripe,
  { header, body }: RawNotification,
  secret: string,
): Notification | undefined {
  try {
    const signature = header('stripe-signature') ?? ''
    const event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
    return { events: [readEvent(event)], stored: reply(200), failed: reply(500) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
    throw error
  }
}

function intentOf(attempt: AttemptRef): string {
  const id = attempt.refs['intent']
  if (id === undefined) throw new Error('a Stripe attempt without its intent')
  return id
}

function keyOf({ attemptId }: AttemptRef, operation: string): { readonly idempotencyKey: string } {
  return { idempotencyKey: `${attemptId}:${operation}` }
}

interface FailedCall {
  readonly failure: ReturnType<typeof readStripeError>
  /** The intent that Stripe sends along with some errors. */
  readonly intent: Stripe.PaymentIntent | undefined
  /** The API key is rejected, or lacks the permission: nothing was looked up. */
  readonly isKeptOut: boolean
}

/** Calls Stripe; an error of any kind becomes a value. */
async function asked<T>(what: string, call: () => Promise<T>): Promise<{ readonly value: T } | FailedCall> {
  assertNoTransaction(`Stripe ${what}`)
  try {
    return { value: await call() }
  } catch (error) {
    const intent = error instanceof Stripe.errors.StripeError ? error.payment_intent : undefined
    return { failure: readStripeError(error), intent, isKeptOut: isKeptOut(error) }
  }
}

/** The outcome of the request that makes an intent. An error that carries its intent is judged by the intent. */
async function outcomeOf(
  attempt: AttemptRef,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<PaymentOutcome> {
  const result = await asked('payment', call)
  if ('value' in result) return readIntent(result.value, attempt)
  if (result.intent !== undefined) return readIntent(result.intent, attempt)
  return { ...result.failure, refs: {} }
}

/**
 * The outcome of an intent that Stripe has. A refused query (too many requests, a revoked key, no connection) says
 * nothing about it: a call whose answer was lost may already have authorised it.
 */
async function outcomeOfIntent(
  attempt: AttemptRef,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<PaymentOutcome> {
  const result = await asked('payment', call)
  if ('value' in result) return readIntent(result.value, attempt)
  if (result.intent !== undefined) return readIntent(result.intent, attempt)
  return { kind: 'unknown', refs: {}, reason: describe(result.failure) }
}

/** The outcome of an operation that failed with this error. */
function operationFailure({ failure, intent }: FailedCall): OperationOutcome {
  if (intent?.status === 'succeeded') return { kind: 'already', state: 'captured' }
  if (intent?.status === 'canceled') return { kind: 'already', state: 'voided' }
  return failure
}

/**
 * The outcome of a refund that failed with this error: a full refund made by hand ends a full refund, but never a
 * partial one. Any other refusal is final once Stripe has given us access and knows the payment.
 */
function refundFailure(
  { failure, isKeptOut }: FailedCall,
  { amount }: AttemptRef,
  part: Refund,
): OperationOutcome {
  if (failure.kind !== 'failed' || isKeptOut || failure.error.class === 'provider_busy') return failure
  const { codes } = failure.error
  const isWhole = part.refundedBefore === 0 && part.amount.minor === amount.minor
  if (isWhole && codes.includes('charge_already_refunded')) return { kind: 'already', state: 'refunded' }
  // A captured payment does not disappear: the key belongs to another account.
  const isOtherAccount = codes.includes('resource_missing')
  return { kind: 'failed', error: { ...failure.error, class: isOtherAccount ? 'configuration' : 'other' } }
}

function describe(failure: FailedCall['failure']): string {
  return failure.kind === 'failed' ? failure.error.codes.join(' ') : failure.reason
}
