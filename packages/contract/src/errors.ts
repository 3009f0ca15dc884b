import * as v from 'valibot'

/**
 * The error catalogue (spec §8, D-19): every value that `error` may have in an answer, and its HTTP status.
 * The spellings are the contract between our server and our web app; the words a visitor reads are texts,
 * found by `error_{slug}_title` and `error_{slug}_message`.
 */
export const ERRORS = {
  /** The request does not have the form the contract asks for; `fields` says where and which rule. */
  invalid_request: { status: 400, slug: 'invalid_request' },
  unsupported_media_type: { status: 415, slug: 'invalid_request' },
  payload_too_large: { status: 413, slug: 'invalid_request' },
  too_many_requests: { status: 429, slug: 'too_many_requests' },
  /** No such path under /api. */
  not_found: { status: 404, slug: 'record_not_found' },
  method_not_allowed: { status: 405, slug: 'invalid_request' },
  /** The server sheds load; `Retry-After` says when to come again. */
  busy: { status: 503, slug: 'busy' },

  session_timeout: { status: 400, slug: 'session_timeout' },
  'out of stock': { status: 400, slug: 'out_of_stock' },
  'no stock registered for this product': { status: 400, slug: 'no_stock_registered' },
  'ticket not on sale now': { status: 400, slug: 'not_on_sale' },
  payment_api_failure: { status: 400, slug: 'payment_api_failure' },
  'invalid channel': { status: 400, slug: 'invalid_channel' },
  'specified option value of the ticket is less than 1': { status: 400, slug: 'option_value_less_than_one' },
  'option_value_id not found': { status: 400, slug: 'option_value_not_found' },
  'record not found': { status: 404, slug: 'record_not_found' },
  'order status must be ready_checkout': { status: 400, slug: 'order_not_ready' },
  'invalid email address': { status: 400, slug: 'invalid_email_address' },
  'critical refund error': { status: 400, slug: 'critical_refund' },
  /** Used by step 2 of the failure handler only; elsewhere they are unmapped. */
  'invalid order status': { status: 400, slug: 'invalid_order_status' },
  'invalid payment status': { status: 400, slug: 'invalid_payment_status' },
} as const satisfies Record<string, { readonly status: number; readonly slug: string }>

export type ErrorCode = keyof typeof ERRORS

/** Refusals that the framework may give to any call, before a handler sees it. */
export const COMMON_ERRORS = [
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'too_many_requests',
  'busy',
] as const satisfies readonly ErrorCode[]

/** Codes that only step 2 of the failure handler knows; they have no dialog of their own. */
export const UNMAPPED_ERRORS = [
  'invalid order status',
  'invalid payment status',
  'not_found',
  'method_not_allowed',
] as const

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}

/** HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return ERRORS[code].status
}

/** Text keys of the dialog of a code. */
export function textKeysOf(code: ErrorCode): { readonly title: string; readonly message: string } {
  const { slug } = ERRORS[code]
  return { title: `error_${slug}_title`, message: `error_${slug}_message` }
}

/** One broken field of an `invalid_request`: its path in the request and the text key of the rule it breaks. */
const fieldError = v.object({
  field: v.string(),
  rule: v.string(),
})

/**
 * Body of every refusal (D-19). `can_retry` and `order_token` come from payment calls alone (S-7.08, S-7.09);
 * an unexpected failure (500) carries no `error`, so that the browser falls to step 6.
 */
export const failureBody = v.object({
  error: v.optional(v.string()),
  message: v.optional(v.string()),
  fields: v.optional(v.array(fieldError)),
  can_retry: v.optional(v.boolean()),
  order_token: v.optional(v.string()),
  request_id: v.optional(v.string()),
})
export type FailureBody = v.InferOutput<typeof failureBody>
