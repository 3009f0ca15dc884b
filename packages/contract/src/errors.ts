/**
 * Every value that `error` may have in an answer, and its HTTP status: the error catalogue of the requirements, and what they have no row for.
 * A code is added here before a call can answer with it. The spellings are the contract between our server and our web app; the words a
 * visitor reads are texts, found by `error_{slug}_title` and `error_{slug}_message`.
 */
export const ERRORS = {
  /**
   * The request does not have the form that the contract requires; `fields` names each field and the rule it breaks.
   */
  invalid_request: { status: 400, slug: 'invalid_request' },
  unsupported_media_type: { status: 415, slug: 'invalid_request' },
  payload_too_large: { status: 413, slug: 'invalid_request' },
  too_many_requests: { status: 429, slug: 'too_many_requests' },
  /** The path does not exist under /api. */
  not_found: { status: 404, slug: 'record_not_found' },
  method_not_allowed: { status: 405, slug: 'invalid_request' },
  /** The same `Idempotency-Key` came with another request before. */
  'idempotency key reused': { status: 422, slug: 'invalid_request' },
  /** The first request with the same `Idempotency-Key` has no answer yet; `Retry-After` says when to ask again. */
  'request in progress': { status: 409, slug: 'busy' },
  /** The server sheds load; `Retry-After` says when to try again. */
  busy: { status: 503, slug: 'busy' },

  session_timeout: { status: 400, slug: 'session_timeout' },
  'out of stock': { status: 400, slug: 'out_of_stock' },
  'no stock registered for this product': { status: 400, slug: 'no_stock_registered' },
  'ticket not on sale now': { status: 400, slug: 'not_on_sale' },
  'invalid channel': { status: 400, slug: 'invalid_channel' },
  'specified option value of the ticket is less than 1': { status: 400, slug: 'option_value_less_than_one' },
  /** A kind that is sold only with another one, and more of it than of that: in an order, a change, or a share. */
  'companion without its holder': { status: 400, slug: 'companion' },
  'option_value_id not found': { status: 400, slug: 'option_value_not_found' },
  'record not found': { status: 404, slug: 'record_not_found' },
  /** The token opened a reservation until the visit was moved. */
  'reservation url changed': { status: 410, slug: 'reservation_url_changed' },
  'order status must be ready_checkout': { status: 400, slug: 'order_not_ready' },
  /** Its payment has begun, perhaps in another window: until it ends nothing of the order changes. */
  'order is being paid': { status: 400, slug: 'order_being_paid' },
  'invalid email address': { status: 400, slug: 'invalid_email_address' },
  /**
   * The mailbox, or its domain, has had its confirmation mails of this hour; `fields` says which bound it is, `retry_after` and
   * `Retry-After` in how many seconds the next one may be sent.
   */
  'too many mails': { status: 429, slug: 'too_many_mails' },
  /** Not the six digits of the newest confirmation mail; `fields` names `code`. */
  'wrong mail code': { status: 400, slug: 'wrong_mail_code' },
  /** No code proves the address any more: too many wrong ones were typed of this mail. Its link does, and so does a new mail. */
  'mail code used up': { status: 400, slug: 'mail_code_used_up' },

  payment_api_failure: { status: 400, slug: 'payment_api_failure' },
  /**
   * The visitor expected another amount than the order now costs: a coupon was removed in another tab, or a discount
   * has ended.
   */
  'price changed': { status: 400, slug: 'price_changed' },
  /** Paid, but neither issued nor refunded: a person has to look. */
  'critical refund error': { status: 400, slug: 'critical_refund' },

  'coupon not available': { status: 400, slug: 'coupon_not_available' },
  'coupon_code does not exist': { status: 400, slug: 'coupon_not_found' },
  'expired coupon': { status: 400, slug: 'coupon_expired' },
  'coupon limit reached': { status: 400, slug: 'coupon_limit_reached' },
  /** The coupon does not cover the day of the visit. */
  'out of coverage dates': { status: 400, slug: 'out_of_coverage_dates' },
  /** The coupon is not valid yet. */
  'out of coverage dates of the coupon': { status: 400, slug: 'coupon_not_started' },
  'multiple flat-rate coupons': { status: 400, slug: 'coupons_flat_flat' },
  'multiple fixed-rate coupons': { status: 400, slug: 'coupons_rate_rate' },
  'flat-rate and fixed-rate coupons': { status: 400, slug: 'coupons_flat_rate' },
  'invitation and flat-rate coupons': { status: 400, slug: 'coupons_invitation_flat' },
  'invitation and fixed-rate coupons': { status: 400, slug: 'coupons_invitation_rate' },
  'campaign coupon and other coupons': { status: 400, slug: 'coupons_campaign_other' },
  'duplicated invitation code': { status: 400, slug: 'invitation_duplicated' },
  'invitation coupon codes exceeding tickets bought': { status: 400, slug: 'invitations_exceed_tickets' },
  'no further discounts available': { status: 400, slug: 'no_further_discounts' },
  'discount amount could not be calculated correctly': { status: 400, slug: 'discount_not_calculated' },
  'coupon cannot be applied to specified order': { status: 400, slug: 'coupon_not_for_order' },

  'membership login failed': { status: 400, slug: 'membership_login_failed' },
  'membership retrieval failure': { status: 400, slug: 'membership_retrieval_failure' },
  'mail magazine already unsubscribed': { status: 400, slug: 'mail_magazine_already_unsubscribed' },

  'ticket not found': { status: 404, slug: 'ticket_not_found' },
  'specified parent ticket does not have more than one child ticket': {
    status: 400,
    slug: 'only_one_child_ticket',
  },
  /** Another browser accepted what was handed on. */
  'share accepted already': { status: 400, slug: 'share_accepted_already' },
  /** A ticket that was handed on let somebody in, so that it is no longer taken back. */
  'shared ticket was used': { status: 400, slug: 'shared_ticket_used' },
  /** The key of a gate's device is missing, unknown or revoked. */
  'device not enrolled': { status: 401, slug: 'device_not_enrolled' },
  /** More than a minute ago, or undone already. */
  'scan can no longer be undone': { status: 400, slug: 'scan_not_undone' },
  /** A display has no signage key, or another one than the deployment. */
  'signage key not accepted': { status: 401, slug: 'signage_key_not_accepted' },
  'spot qrCode has expired': { status: 400, slug: 'spot_qr_code_expired' },
  'cannot change ticket': { status: 400, slug: 'cannot_change_ticket' },
  'cannot change ticket because payment method discount': {
    status: 400,
    slug: 'cannot_change_discounted_ticket',
  },
  time_change_out_of_stock: { status: 400, slug: 'time_change_out_of_stock' },
  'time_change: expired coupon': { status: 400, slug: 'time_change_coupon_expired' },
  'time_change: out of coverage dates': { status: 400, slug: 'time_change_out_of_coverage_dates' },
  'time change status is not pending': { status: 400, slug: 'time_change_not_pending' },
  'time change expired': { status: 400, slug: 'time_change_expired' },
  'waiting time change exists': { status: 400, slug: 'time_change_waiting' },
  'invalid email address in time change': { status: 400, slug: 'invalid_email_address_in_time_change' },

  /** Used by step 2 of the failure handler only; elsewhere they are unmapped. */
  'invalid order status': { status: 400, slug: 'invalid_order_status' },
  'invalid payment status': { status: 400, slug: 'invalid_payment_status' },
} as const satisfies Record<string, { readonly status: number; readonly slug: string }>

export type ErrorCode = keyof typeof ERRORS

/** Refusals that the framework may give to any call, before a handler runs. */
export const COMMON_ERRORS = [
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'too_many_requests',
  'busy',
] as const satisfies readonly ErrorCode[]

/** Refusals of every call that takes an `Idempotency-Key`. */
export const REPEAT_ERRORS = [
  'idempotency key reused',
  'request in progress',
] as const satisfies readonly ErrorCode[]

/** Codes that only step 2 of the failure handler uses; they have no dialog of their own. */
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
