import { isErrorCode, textKeysOf, UNMAPPED_ERRORS } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { FailureBody } from '@kippu/contract/failure-body'

import { errorComplete, genericError, mainOrder } from '../app/redirects.ts'
import type { Failure } from './api-error.ts'

/** Where the visitor is when a call fails, and where starting over would lead. */
export interface FailureContext {
  /** Path of the route, without its query: `/confirm`. */
  readonly path: string
  /** Whether the visitor is changing the date of a reservation (D-64). */
  readonly timeChange: boolean
  /** Route of the start page with what was chosen, read before anything is reset. */
  readonly startPage: string
}

/** Words of a dialog: two keys of the texts, or the connection dialog that comes with the app. */
export type Words = { readonly title: string; readonly message: string } | 'connection'

export type Outcome =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'go'; readonly to: string }
  | {
      readonly kind: 'dialog'
      readonly words: Words
      /** Done after OK was pressed (D-60). */
      readonly next: { readonly resetAll: boolean; readonly goTo: string | null }
    }

const NOTHING: Outcome = { kind: 'nothing' }

/**
 * What the visitor meets when a call fails: the handler of spec §8 as one table, cases in its order, the first that
 * applies ends it (R-8.01, D-09).
 */
export function decide(failure: Failure, context: FailureContext): Outcome {
  const { call, kind, status, body } = failure
  if (call.silent === true) return NOTHING // step 1
  if (call.confirmsPayment === true && body !== null && !isTurnedAway(status))
    return decidePayment(body, context) // step 2
  if (status !== null && call.ignoredStatuses?.includes(status) === true) return NOTHING // step 4
  if (kind !== 'refused') return dialog('connection') // D-51
  if (body?.error !== undefined) return decideBadRequest(body.error, context) // step 5
  return dialog({ title: 'request_error_title', message: 'request_error_message' }) // step 6
}

/**
 * Whether the server sent the request away unread: too many of them (429), too busy (503). Nothing is known then of a
 * payment, which may well have gone through: the visitor stays where asking again is one press, instead of being sent to
 * an error page that ends it. Such an answer therefore goes to step 5 or 6, whose dialogs stay.
 */
function isTurnedAway(status: number | null): boolean {
  return status === 429 || status === 503
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
  if (canRetry) {
    const words = { title: '3ds_payment_retry_error_title', message: '3ds_payment_retry_error_message' }
    return dialog(words, { goTo: mainOrder() })
  }
  if (error === 'critical refund error') return go(errorComplete(context.timeChange, 'inquiry'))
  if (orderToken === '' && !PAYMENT_ERRORS.includes(error)) return go(genericError())
  return go(errorComplete(context.timeChange, ''))
}

/** Step 5: the server named the reason. */
function decideBadRequest(error: string, context: FailureContext): Outcome {
  if (!isErrorCode(error) || isUnmapped(error)) return dialog('connection')
  const words = textKeysOf(error)
  if (error === 'session_timeout') return dialog(words, { resetAll: true, goTo: context.startPage })
  const isLost = error === 'payment_api_failure' && context.path === '/confirm'
  if (isLost || error === 'invalid email address') return dialog(words, { goTo: mainOrder() })
  return dialog(words)
}

function isUnmapped(code: ErrorCode): boolean {
  return UNMAPPED_ERRORS.some(unmapped => unmapped === code)
}

function go(to: string): Outcome {
  return { kind: 'go', to }
}

function dialog(words: Words, next: { resetAll?: boolean; goTo?: string | null } = {}): Outcome {
  return { kind: 'dialog', words, next: { resetAll: false, goTo: null, ...next } }
}
