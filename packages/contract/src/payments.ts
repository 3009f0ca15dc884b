import * as v from 'valibot'

import { call, PAYMENT_TIMEOUT_SECONDS } from './call.ts'
import { COUPON_ERRORS } from './order-coupons.ts'
import { paymentData } from './payment-data.ts'
import { paymentMethod } from './payment-method.ts'
import { jstDateTime } from './shapes.ts'

/** Paying an order: what begins a payment, what goes on with it, and what becomes of it (S-7). */

const completed = v.object({
  result: v.literal('completed'),
  reservation_token: v.string(),
  reservation_number: v.string(),
  payment_number: v.string(),
  /** Always false for an order: a date change answers true (D-64). */
  time_change: v.boolean(),
})

/**
 * What every answer about an open payment says: which payment, and by which method it was begun. The method may be another
 * than the one just chosen, when the order is being paid in another tab (S-1.15).
 */
const open = { payment_number: v.string(), payment_method_type: paymentMethod }

/** Fields of a form that the browser sends to a provider, in their order. */
const formFields = v.array(v.tuple([v.string(), v.string()]))

/** What the visitor must do next (S-7.02). The page that made the payment, or came back to it, does it. */
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
    /** Of the bytes of the form, as in `accept-charset`. */
    charset: v.picklist(['UTF-8', 'Shift_JIS', 'Windows-31J']),
    fields: formFields,
  }),
  /** 3-D Secure at the issuer's page: a form when there are fields, else an address to go to. */
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
      /** Shown as a QR code; the page asks with confirmcheckout every three seconds (S-7.13). */
      v.object({ type: v.literal('qr'), code: v.string(), expires_at: v.nullable(jstDateTime) }),
      /** The visitor logs in to d ACCOUNT first: see `readDAccountAuth` (D-43). */
      v.object({ type: v.literal('d_account'), authorization_url: v.string() }),
    ]),
  }),
}

/** The provider has not said yet what became of the payment: ask again with confirmcheckout. */
const checking = v.object({ result: v.literal('checking'), ...open })

const paymentResult = v.variant('result', [
  completed,
  next.redirect,
  next.form,
  next.threeDSecure,
  next.action,
  checking,
])
export type PaymentResult = v.InferOutput<typeof paymentResult>
export type CompletedPayment = v.InferOutput<typeof completed>

const PAYMENT_ERRORS = [
  'session_timeout',
  'record not found',
  'payment_api_failure',
  'invalid payment status',
  'invalid order status',
  'critical refund error',
] as const

/** Pays a confirmed order (R-7.25–26, S-7.02). Asked again, it answers with what the first one did (S-1.13). */
export const checkout = call({
  method: 'POST',
  path: '/api/v1/orders/checkout/{token}',
  summary: 'Pay an order',
  body: paymentData,
  response: paymentResult,
  status: 200,
  errors: [
    ...PAYMENT_ERRORS,
    'order status must be ready_checkout',
    // The visit is over, or its sale is, since the order was made (S-2.10).
    'ticket not on sale now',
    'price changed',
    // A coupon or a login that no longer holds stops the payment before any charge (S-3.12, S-5.08).
    ...COUPON_ERRORS,
    'membership login failed',
  ],
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

/** What the provider gave the browser on its way back, name by name; proves nothing (D-34). */
const details = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^\w{1,50}$/, 'name')), v.pipe(v.string(), v.maxLength(8000))),
    v.check(fields => Object.keys(fields).length <= 20, 'fields'),
  ),
)

/**
 * Finishes a payment after the visitor came back from the provider (R-7.29–31, S-1.14). `details` are the provider's own
 * fields of the return, such as `redirectResult`; `status: 'cancel'` says that the visitor gave up, and ends the payment
 * if it can still be ended.
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
  response: paymentResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

/** Finishes a payment of GMO after 3-D Secure (R-7.27–28). `md` is what checkout answered with. */
export const executeGmoPayment = call({
  method: 'POST',
  path: '/api/v1/gmo-secure/exe-payment',
  summary: 'Finish a payment after 3-D Secure',
  body: v.strictObject({ md: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  response: paymentResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

/**
 * What the browser takes along to d ACCOUNT. `token` is that of the order; `state` and `nonce` are new
 * in every answer, good for one use within ten minutes (S-13.01).
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

/** The form that opens d Barai once the login is verified (R-7.33, S-13.03–04): fields of their own for each payment. */
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

/** Apple's merchant session, opaque to us and good once (R-7.34, S-7.12). */
export const validateApplePaySession = call({
  method: 'POST',
  path: '/api/v1/apple-pay/validate-session',
  summary: 'Validate the merchant for Apple Pay',
  body: v.strictObject({ validation_url: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)) }),
  response: v.record(v.string(), v.unknown()),
  status: 200,
  errors: ['payment_api_failure'],
})
