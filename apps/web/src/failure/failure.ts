import { isErrorCode, textKeysOf, UNMAPPED_ERRORS } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { FailureBody } from '@kippu/contract/failure-body'

import { emailCorrection, errorComplete, errorPage, orderAgain, startPage } from './failure-redirects.ts'
import type { StartPlace } from './failure-redirects.ts'
import { timeChangePage } from '../page/change-redirects.ts'
import type { TimeChangePlace } from '../page/change-redirects.ts'
import { spotOrder } from '../page/spot-redirects.ts'
import type { SpotPlace } from '../page/spot-redirects.ts'
import type { Failure } from '../api/api-error.ts'

/** The visitor's place when a call fails, and the query they came with; read before anything is reset. */
export interface FailureContext {
  /** Path of the route, without its query: `/confirm`. */
  readonly path: string
  /** The date change they are in, also while its payment is away at a provider (D-64). */
  readonly timeChange: TimeChangePlace | null
  /** A date change is being paid; another browser than the one that began it knows no more. */
  readonly isTimeChange: boolean
  /** The on-site order they are in, also while its payment is away at a provider. */
  readonly spot: SpotPlace | null
  /** The query of the address they came by. */
  readonly came: StartPlace
  /** Like `came`, with the chosen product if the address named none. */
  readonly start: StartPlace
}

/** Words of a dialog: two keys of the texts and how long to wait, or the connection dialog that comes with the app. */
export type DialogText =
  | { readonly title: string; readonly message: string; readonly minutes?: number }
  | 'connection'

/** The part of the session to forget: the payment method, or everything. */
export type ResetScope = 'nothing' | 'payment' | 'everything'

/** The steps after the visitor has pressed OK in a dialog (D-60). */
interface AfterDialog {
  readonly forget: ResetScope
  readonly goTo: string | null
}

export type Outcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'dialog'; readonly words: DialogText; readonly next: AfterDialog }

const NOTHING: Outcome = { kind: 'nothing' }

/**
 * Decides what happens when a call fails: the failure handler as one table. Its cases come in the order of –8.31,
 * and the first that applies wins (R-8.01, D-09).
 */
export function decide(failure: Failure, context: FailureContext): Outcome {
  const { call, kind, status, body } = failure
  if (call.silent === true) return NOTHING // step 1
  if (!isTurnedAway(status)) {
    const isOfPayment = call.confirmsPayment === true || isRefundLost(failure)
    if (isOfPayment && body !== null) return decidePayment(body, context) // step 2
    if (failure.retryableError === true && status !== null) return decideRetryable(status, context) // step 3
  }
  if (status !== null && call.ignoredStatuses?.includes(status) === true) return NOTHING // step 4
  if (kind !== 'refused') return dialog('connection') // D-51
  if (body?.error !== undefined) return decideBadRequest(body.error, body, context) // step 5
  return dialog({ title: 'request_error_title', message: 'request_error_message' }) // step 6
}

/**
 * Whether the server refused the request unread: too many requests (429), or too busy (503). Nothing is known then of a
 * payment, which may well have gone through. The visitor therefore stays where one press asks again, instead of going
 * to an error page that ends the purchase: such an answer goes to step 5 or 6, whose dialogs stay.
 */
function isTurnedAway(status: number | null): boolean {
  return status === 429 || status === 503
}

/** The visit was moved, and what it costs less could not be given back: this error alone of such a call is of step 2 (D-73). */
function isRefundLost({ call, body }: Failure): boolean {
  return call.givesBack === true && body?.error === 'critical refund error'
}

/** Errors that leave the visitor with a reservation or a payment to look at, not with a plain failure. */
const PAYMENT_ERRORS: readonly string[] = [
  'invalid order status',
  'invalid payment status',
  'critical refund error',
] satisfies ErrorCode[]

/** Step 2: a payment that came back from its provider. A missing `can_retry` counts as false (D-09). */
function decidePayment(body: FailureBody, context: FailureContext): Outcome {
  const { error = '', can_retry: canRetry = false, order_token: orderToken = '' } = body
  const { timechange_token: changeToken = '' } = body
  if (canRetry) {
    const words = { title: '3ds_payment_retry_error_title', message: '3ds_payment_retry_error_message' }
    return dialog(words, { goTo: choosingPage(context) }) // –8.10
  }
  const { isTimeChange } = context
  const isSpot = context.spot !== null
  if (error === 'critical refund error') return go(errorComplete(isTimeChange, 'inquiry', isSpot))
  if (orderToken === '' && changeToken === '' && !PAYMENT_ERRORS.includes(error)) return go(errorPage(isSpot))
  return go(errorComplete(isTimeChange, '', isSpot))
}

/** Step 3: a payment whose provider asks for another try. */
function decideRetryable(status: number, context: FailureContext): Outcome {
  if (status !== 400) return go(errorPage(context.spot !== null))
  const words = {
    title: 'adyen_payment_retryable_error_title',
    message: 'adyen_payment_retryable_error_message',
  }
  return dialog(words, { forget: 'payment', goTo: choosingPage(context) }) // –8.13
}

/** Step 5: the server named the reason. */
function decideBadRequest(
  error: string,
  { retry_after: seconds }: FailureBody,
  context: FailureContext,
): Outcome {
  if (!isErrorCode(error) || isUnmapped(error)) return dialog('connection')
  const minutes = seconds === undefined ? {} : { minutes: Math.ceil(seconds / 60) }
  return dialog({ ...textKeysOf(error), ...minutes }, nextOf(error, context))
}

/** The steps after the dialog of a reason; after most of them the visitor stays on the page. */
function nextOf(error: ErrorCode, context: FailureContext): Partial<AfterDialog> {
  const { path, spot, timeChange } = context
  if (error === 'session_timeout')
    return { forget: 'everything', goTo: spot === null ? startPage(context.start) : spotOrder(spot) } // –8.19
  if (error === 'payment_api_failure' || error === 'coupon limit reached') {
    if (timeChange !== null) return { goTo: timeChangePage(timeChange) }
    return path === '/confirm' ? { goTo: orderAgain(context.came) } : {}
  }
  if (error === 'invalid email address')
    return { goTo: spot === null ? orderAgain(context.came) : spotOrder(spot) }
  if (error === 'invalid email address in time change' && timeChange !== null)
    return { goTo: emailCorrection(timeChange.oldToken, timeChange.token) }
  return {}
}

/** The page where the visitor chose what is being paid: the date change, the on-site order, or the order page. */
function choosingPage({ timeChange, spot, came }: FailureContext): string {
  if (timeChange !== null) return timeChangePage(timeChange)
  return spot === null ? orderAgain(came) : spotOrder(spot)
}

function isUnmapped(code: ErrorCode): boolean {
  return UNMAPPED_ERRORS.some(unmapped => unmapped === code)
}

function go(to: string): Outcome {
  return { kind: 'go', to }
}

function dialog(words: DialogText, next: Partial<AfterDialog> = {}): Outcome {
  return { kind: 'dialog', words, next: { forget: 'nothing', goTo: null, ...next } }
}
