import * as v from 'valibot'

import { REPEAT_ERRORS } from './errors.ts'
import { call, PAYMENT_TIMEOUT_SECONDS } from './call.ts'
import { COUPON_ERRORS } from './order-coupons.ts'
import { contents } from './order-mails.ts'
import { paymentData, sheetData } from './payment-data.ts'
import { paymentMethod } from './payment-method.ts'
import { reservationNumber, reservationToken } from './fields.ts'
import { jstDateTime, language, yen } from './shapes.ts'

/** The calls that pay an order: they begin a payment, continue it, and report how it ended. */

/** A browser that came back goes on at the door. */
const spot = v.optional(
  v.pipe(v.boolean(), v.description('Whether an order of the door is paid; missing for any other.')),
)

const completed = v.pipe(
  v.object({
    result: v.pipe(v.literal('completed'), v.description('What became of it.')),
    reservation_token: reservationToken,
    reservation_number: reservationNumber,
    payment_number: v.pipe(
      v.string(),
      v.description(
        'Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets.',
      ),
    ),
    time_change: v.pipe(v.boolean(), v.description('Whether a change of time is paid, and not an order.')),
    spot,
    refund: v.optional(
      v.pipe(
        v.object({
          amount: v.pipe(yen, v.description('The amount that goes back.')),
          state: v.pipe(
            v.picklist(['done', 'pending']),
            v.description('`done`: the provider has given it back. `pending`: it will.'),
          ),
        }),
        v.description(
          'What goes back after a change to a cheaper time, and whether the provider has done it.',
        ),
      ),
    ),
  }),
  v.title('CompletedPayment'),
)

/**
 * The fields of every answer about an open payment: which payment, and the method it began with. The method may differ
 * from the one just chosen, when the order is being paid in another tab.
 */
const open = {
  payment_number: v.pipe(
    v.string(),
    v.description(
      'Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets.',
    ),
  ),
  // A process of the release before, which may answer beside this one, knows none.
  payment_reference: v.optional(
    v.pipe(
      v.string(),
      v.description('Names the payment in addresses that the browser comes back to; it opens nothing.'),
    ),
  ),
  payment_method_type: paymentMethod,
  time_change: v.optional(
    v.pipe(
      v.boolean(),
      v.description('Whether a change of time is paid, and not an order; missing for an order.'),
    ),
  ),
  spot,
}

const formFields = v.pipe(
  v.array(v.tuple([v.string(), v.string()])),
  v.description('Names and values of the form, in their order.'),
)

/** The step that the visitor must do next. The page that asked, or to which the visitor came back, performs it. */
const next = {
  redirect: v.pipe(
    v.object({
      result: v.pipe(v.literal('redirect'), v.description('What became of it.')),
      ...open,
      redirect_url: v.pipe(v.string(), v.description('Where the browser goes.')),
    }),
    v.title('RedirectStep'),
  ),
  form: v.pipe(
    v.object({
      result: v.pipe(v.literal('form'), v.description('What became of it.')),
      ...open,
      action_url: v.pipe(v.string(), v.description('Where the browser sends the form.')),
      method: v.pipe(v.literal('POST'), v.description('Always `POST`.')),
      charset: v.pipe(
        v.picklist(['UTF-8', 'Shift_JIS', 'Windows-31J']),
        v.description('The encoding of the bytes of the form, as in `accept-charset`.'),
      ),
      fields: formFields,
    }),
    v.title('FormStep'),
  ),
  threeDSecure: v.pipe(
    v.object({
      result: v.pipe(v.literal('three_ds'), v.description('What became of it.')),
      ...open,
      acs_url: v.pipe(
        v.string(),
        v.description(
          'The page of the issuer: a form where there are fields, otherwise an address to go to.',
        ),
      ),
      fields: formFields,
      md: v.pipe(v.string(), v.description('Names the payment to `executeGmoPayment`. Keep it secret.')),
    }),
    v.description('3-D Secure on the page of the issuer.'),
    v.title('ThreeDSecureStep'),
  ),
  action: v.pipe(
    v.object({
      result: v.pipe(v.literal('action'), v.description('What became of it.')),
      ...open,
      action: v.pipe(
        v.variant('type', [
          v.object({
            type: v.pipe(v.literal('qr'), v.description('The page shows a QR code.')),
            code: v.pipe(
              v.string(),
              v.description(
                'The content of the QR code; the page asks `confirmCheckout` every three seconds.',
              ),
            ),
            expires_at: v.pipe(
              v.nullable(jstDateTime),
              v.description('When the code ends; null where the provider does not say.'),
            ),
          }),
          v.object({
            type: v.pipe(
              v.literal('d_account'),
              v.description('The visitor logs in to d ACCOUNT first: see `readDAccountAuth`.'),
            ),
            authorization_url: v.pipe(v.string(), v.description('Where the visitor logs in.')),
          }),
        ]),
        v.description('What the page does.'),
      ),
    }),
    v.title('ActionStep'),
  ),
}

const checking = v.pipe(
  v.object({ result: v.pipe(v.literal('checking'), v.description('What became of it.')), ...open }),
  v.description(
    'The provider has not reported yet how the payment ended: the page calls `confirmCheckout` again.',
  ),
  v.title('CheckingPayment'),
)

const elsewhere = v.pipe(
  v.object({
    result: v.pipe(v.literal('elsewhere'), v.description('What became of it.')),
    state: v.pipe(v.picklist(['completed', 'open', 'checking']), v.description('How it is now.')),
    payment_method_type: paymentMethod,
    time_change: v.pipe(v.boolean(), v.description('Whether a change of time is paid, and not an order.')),
    spot,
  }),
  v.description(
    'The answer to a browser that names the payment by its reference and did not begin it, and about a change of time whose visit another change has moved on since. It holds no token. `open` says that the visitor has something left to do there, `checking` that the provider has.',
  ),
  v.title('PaymentElsewhere'),
)

const results = [completed, next.redirect, next.form, next.threeDSecure, next.action, checking] as const
export const paymentResult = v.pipe(v.variant('result', results), v.title('PaymentResult'))
export type PaymentResult = v.InferOutput<typeof paymentResult>
const returnResult = v.pipe(v.variant('result', [...results, elsewhere]), v.title('ReturnResult'))
export type ReturnResult = v.InferOutput<typeof returnResult>
export type CompletedPayment = v.InferOutput<typeof completed>

const PAYMENT_ERRORS = [
  'session_timeout',
  'record not found',
  'payment_api_failure',
  'invalid payment status',
  'invalid order status',
  'critical refund error',
  // Refusals of a change of time.
  'time change expired',
] as const

export const checkout = call({
  method: 'POST',
  path: '/api/v1/orders/checkout/{token}',
  summary: 'Pay an order',
  description:
    'Pays a confirmed order. The answer is the end of the payment, or the next step of the visitor. A repeated call gets the answer of the open payment, and with the same `Idempotency-Key` the very answer of the first one. May take four minutes.',
  body: paymentData,
  response: paymentResult,
  status: 200,
  repeatable: true,
  errors: [
    ...REPEAT_ERRORS,
    ...PAYMENT_ERRORS,
    'order status must be ready_checkout',
    // The order takes its places with its payment, and they are gone.
    'out of stock',
    // The visit, or its sale, has ended since the order was made.
    'ticket not on sale now',
    'price changed',
    // A coupon or a login that is no longer valid stops the payment before any charge.
    ...COUPON_ERRORS,
    'membership login failed',
  ],
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

export const checkoutBySheet = call({
  method: 'POST',
  path: '/api/v1/orders/sheet/{token}',
  summary: 'Pay an order by the sheet of a wallet',
  description:
    'Pays an order whose buyer is named by the sheet of a wallet: where the site requires no more than `contents` has, and the order has its places, no address is proved first. A payment that fails ends the order, so that nobody holds places unproved. An order whose address is proved keeps its own answers. Otherwise as `checkout`.',
  body: v.strictObject({
    ...sheetData.entries,
    contents,
    lang: v.optional(v.pipe(language, v.description('From now on the language of the order and its mails.'))),
  }),
  response: paymentResult,
  status: 200,
  repeatable: true,
  errors: [...checkout.errors, 'invalid email address'],
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

const details = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^\w{1,50}$/, 'name')), v.pipe(v.string(), v.maxLength(8000))),
    v.check(fields => Object.keys(fields).length <= 20, 'fields'),
    v.description(
      'What the provider gave the browser for its way back, by name; at most 20. They prove nothing.',
    ),
  ),
)

export const confirmCheckout = call({
  method: 'POST',
  path: '/api/v1/orders/confirmcheckout',
  summary: 'Finish a payment',
  description:
    'Finishes a payment after the visitor came back from the provider, or asks how it ended. `payment_number` is the number, or the reference that the return address has, which is answered with `elsewhere`. `status: cancel` among the details says that the visitor gave up, and ends the payment if it can still be ended. May take four minutes.',
  body: v.strictObject({
    payment_number: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(100),
      v.description(
        'Names the payment to `confirmCheckout`. Keep it secret: it opens the order and its tickets.',
      ),
    ),
    payment_method_type: paymentMethod,
    details,
  }),
  response: returnResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

export const executeGmoPayment = call({
  method: 'POST',
  path: '/api/v1/gmo-secure/exe-payment',
  summary: 'Finish a payment after 3-D Secure',
  description:
    'Finishes a payment of GMO after 3-D Secure. `md` is the value from the answer of `checkout`, or the reference that the return address has, which is answered with `elsewhere`. May take four minutes.',
  body: v.strictObject({
    md: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(100),
      v.description('Names the payment to `executeGmoPayment`. Keep it secret.'),
    ),
  }),
  response: returnResult,
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
  confirmsPayment: true,
})

export const readDAccountAuth = call({
  method: 'GET',
  path: '/d-account/v1/auth/{token}',
  summary: 'Begin the login to d ACCOUNT',
  description:
    'What a browser takes along to d ACCOUNT. `state` and `nonce` are new in every answer, and serve once within ten minutes.',
  response: v.object({
    response_type: v.pipe(v.literal('code'), v.description('As OpenID Connect has it.')),
    scope: v.pipe(v.string(), v.description('As OpenID Connect has it.')),
    client_id: v.pipe(v.string(), v.description('As OpenID Connect has it.')),
    redirect_uri: v.pipe(v.string(), v.description('As OpenID Connect has it.')),
    state: v.pipe(v.string(), v.description('As OpenID Connect has it; serves once within ten minutes.')),
    nonce: v.pipe(v.string(), v.description('As OpenID Connect has it; serves once within ten minutes.')),
    prompt: v.pipe(v.string(), v.description('As OpenID Connect has it.')),
    authif: v.pipe(v.string(), v.description('A value of d ACCOUNT.')),
  }),
  status: 200,
  errors: PAYMENT_ERRORS,
})

export const readDPayToken = call({
  method: 'GET',
  path: '/d-pay/v1/scptok/{token}',
  summary: 'Open d Barai after the login',
  description: 'The form that opens d Barai once the login is verified. Its fields are new for each payment.',
  response: v.object({
    s_terkn: v.pipe(v.string(), v.description('A field of the form, in the provider’s words.')),
    s_spcd: v.pipe(v.string(), v.description('A field of the form, in the provider’s words.')),
    s_cptok: v.pipe(v.string(), v.description('A field of the form, in the provider’s words.')),
    request_url: v.pipe(v.string(), v.description('Where the browser sends the form.')),
  }),
  status: 200,
  errors: PAYMENT_ERRORS,
  timeoutSeconds: PAYMENT_TIMEOUT_SECONDS,
})

export const validateApplePaySession = call({
  method: 'POST',
  path: '/api/v1/apple-pay/validate-session',
  summary: 'Validate the merchant for Apple Pay',
  description: 'Asks Apple for a merchant session, which is opaque and serves once.',
  body: v.strictObject({
    validation_url: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(2000),
      v.description('The address that Apple gave the browser; hosts of Apple alone are asked.'),
    ),
  }),
  response: v.record(v.string(), v.unknown()),
  status: 200,
  errors: ['payment_api_failure'],
})
