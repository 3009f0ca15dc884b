import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call, PAYMENT_TIMEOUT_SECONDS } from './call.ts'
import { COUPON_ERRORS } from './order-coupons.ts'
import { paymentData } from './payment-data.ts'
import { paymentMethod } from './payment-method.ts'
import { jstDateTime, yen } from './shapes.ts'

/** The calls that pay an order: they begin a payment, continue it, and report how it ended (S-7). */

/** Whether an order of the door is being paid: a browser that came back goes on there. Absent of any other. */
const spot = v.optional(v.boolean())

const completed = v.object({
  result: v.literal('completed'),
  reservation_token: v.string(),
  reservation_number: v.string(),
  payment_number: v.string(),
  /** Always false for an order: a date change answers true (D-64). */
  time_change: v.boolean(),
  spot,
  /** What goes back after a change to a cheaper time, in yen, and whether the provider has done it. */
  refund: v.optional(v.object({ amount: yen, state: v.picklist(['done', 'pending']) })),
})

/**
 * The fields of every answer about an open payment: which payment, and the method it began with. The method may differ
 * from the one just chosen, when the order is being paid in another tab (S-1.15).
 */
const open = {
  /** A secret of the browser: whoever knows it gets the tokens of the order and its tickets. */
  payment_number: v.string(),
  /**
   * Names the payment in the addresses that the browser comes back to, and gives no token. A process of the release
   * before, which may answer beside this one, knows none.
   */
  payment_reference: v.optional(v.string()),
  payment_method_type: paymentMethod,
  /** Whether a change of time is being paid, and not an order (D-64). Absent means an order. */
  time_change: v.optional(v.boolean()),
  spot,
}

/** Fields of a form that the browser sends to a provider, in their order. */
const formFields = v.array(v.tuple([v.string(), v.string()]))

/**
 * The step that the visitor must do next (S-7.02). The page that asked, or to which the visitor came back, performs it.
 */
const next = {
  redirect: v.object({
    result: v.literal('redirect'),
    ...open,
    redirect_url: v.string(),
  }),
  form: v.object({
    result: v.literal('form'),
    ...open,
    action_url: v.string(),
    method: v.literal('POST'),
    /** Encoding of the bytes of the form, as in `accept-charset`. */
    charset: v.picklist(['UTF-8', 'Shift_JIS', 'Windows-31J']),
    fields: formFields,
  }),
  /** 3-D Secure on the issuer's page: a form when there are fields, otherwise an address to go to. */
  threeDSecure: v.object({
    result: v.literal('three_ds'),
    ...open,
    acs_url: v.string(),
    fields: formFields,
    md: v.string(),
  }),
  action: v.object({
    result: v.literal('action'),
    ...open,
    action: v.variant('type', [
      /** Shown as a QR code; the page calls confirmcheckout every three seconds (S-7.13). */
      v.object({ type: v.literal('qr'), code: v.string(), expires_at: v.nullable(jstDateTime) }),
      /** The visitor logs in to d ACCOUNT first: see `readDAccountAuth` (D-43). */
      v.object({ type: v.literal('d_account'), authorization_url: v.string() }),
    ]),
  }),
}

/** The provider has not reported yet how the payment ended: the page calls confirmcheckout again. */
const checking = v.object({ result: v.literal('checking'), ...open })

/**
 * The answer to who names the payment by its reference: a browser that came back and is not the one that began; and about a change of
 * time whose visit another change has moved on since. It holds no token. `open` says that the visitor has something left to do there, `checking` that the provider has.
 */
const elsewhere = v.object({
  result: v.literal('elsewhere'),
  state: v.picklist(['completed', 'open', 'checking']),
  payment_method_type: paymentMethod,
  time_change: v.boolean(),
  spot,
})

const results = [completed, next.redirect, next.form, next.threeDSecure, next.action, checking] as const
export const paymentResult = v.variant('result', results)
export type PaymentResult = v.InferOutput<typeof paymentResult>
const returnResult = v.variant('result', [...results, elsewhere])
export type ReturnResult = v.InferOutput<typeof returnResult>
export type CompletedPayment = v.InferOutput<typeof completed>

const PAYMENT_ERRORS = [
  'session_timeout',
  'record not found',
  'payment_api_failure',
  'invalid payment status',
  'invalid order status',
  'critical refund error',
  // Of a change of time.
  'time change expired',
] as const

/** Pays a confirmed order (R-7.25–26, S-7.02). A repeated call gets the answer of the first one (S-1.13). */
export const checkout = call({
  method: 'POST',
  path: '/api/v1/orders/checkout/{token}',
  summary: 'Pay an order',
  body: paymentData,
  response: paymentResult,
  status: 200,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    ...PAYMENT_ERRORS,
    'order status must be ready_checkout',
    // The visit, or its sale, has ended since the order was made (S-2.10).
    'ticket not on sale now',
    'price changed',
    // A coupon or a login that is no longer valid stops the payment before any charge (S-3.12, S-5.08).
    ...COUPON_ERRORS,
    'membership login failed',
  ],
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

/** The values that the provider gave the browser for its way back, by name; they prove nothing (D-34). */
const details = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^\w{1,50}$/, 'name')), v.pipe(v.string(), v.maxLength(8000))),
    v.check(fields => Object.keys(fields).length <= 20, 'fields'),
  ),
)

/**
 * Finishes a payment after the visitor came back from the provider (R-7.29–31, S-1.14). `details` are the provider's
 * own fields of the return, such as `redirectResult`. `payment_number` is the number; or the reference that the return
 * address has, which is answered with `elsewhere`. `status: 'cancel'` says that the visitor gave up, and ends the
 * payment if it can still be ended.
 */
export const confirmCheckout = call({
  method: 'POST',
  path: '/api/v1/orders/confirmcheckout',
  summary: 'Finish a payment',
  body: v.strictObject({
    payment_number: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    payment_method_type: paymentMethod,
    details,
  }),
  response: returnResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

/**
 * Finishes a payment of GMO after 3-D Secure (R-7.27–28). `md` is the value from the answer of checkout,
 * or the reference that the return address has, which is answered with `elsewhere`.
 */
export const executeGmoPayment = call({
  method: 'POST',
  path: '/api/v1/gmo-secure/exe-payment',
  summary: 'Finish a payment after 3-D Secure',
  body: v.strictObject({ md: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  response: returnResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

/**
 * The values that the browser takes along to d ACCOUNT. `token` is that of the order; `state` and
 * `nonce` are new in every answer and valid for one use within ten minutes (S-13.01).
 */
export const readDAccountAuth = call({
  method: 'GET',
  path: '/d-account/v1/auth/{token}',
  summary: 'Begin the login to d ACCOUNT',
  response: v.object({
    response_type: v.literal('code'),
    scope: v.string(),
    client_id: v.string(),
    redirect_uri: v.string(),
    state: v.string(),
    nonce: v.string(),
    prompt: v.string(),
    authif: v.string(),
  }),
  status: 200,
  errors: PAYMENT_ERRORS,
})

/** The form that opens d払い once the login is verified (R-7.33, S-13.03–04): its fields are new for each payment. */
export const readDPayToken = call({
  method: 'GET',
  path: '/d-pay/v1/scptok/{token}',
  summary: 'Open d Barai after the login',
  response: v.object({
    s_terkn: v.string(),
    s_spcd: v.string(),
    s_cptok: v.string(),
    request_url: v.string(),
  }),
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

/** Apple's merchant session, opaque to us and valid once (R-7.34, S-7.12). */
export const validateApplePaySession = call({
  method: 'POST',
  path: '/api/v1/apple-pay/validate-session',
  summary: 'Validate the merchant for Apple Pay',
  body: v.strictObject({ validation_url: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)) }),
  response: v.record(v.string(), v.unknown()),
  status: 200,
  errors: ['payment_api_failure'],
})
