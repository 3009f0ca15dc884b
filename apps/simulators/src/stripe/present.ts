import type { JsonObject } from './answer.ts'
import type { Intent, PaymentError, PaymentMethod, Refund } from './records.ts'
import type { StripeStore } from './stripe-store.ts'

const API_VERSION = '2026-10-28.endive'

export function presentPaymentMethod(method: PaymentMethod): JsonObject {
  return {
    id: method.id,
    object: 'payment_method',
    type: 'card',
    card: {
      brand: method.brand,
      last4: method.last4,
      exp_month: method.exp_month,
      exp_year: method.exp_year,
      funding: 'credit',
      country: 'JP',
    },
    billing_details: { address: null, email: null, name: null, phone: null },
    created: method.created,
    customer: null,
    livemode: false,
    metadata: {},
  }
}

/** The address of a challenge page. */
function challengeUrl(origin: string, token: string): string {
  return `${origin}/stripe/acs/${token}`
}

/** @param origin the simulator's own origin, for the challenge page's address. */
export function presentIntent(intent: Intent, origin: string): JsonObject {
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.amount_received,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: 'jpy',
    customer: null,
    description: intent.description,
    last_payment_error: intent.last_payment_error,
    latest_charge: intent.charge,
    livemode: false,
    metadata: intent.metadata,
    next_action:
      intent.challenge === null
        ? null
        : {
            type: 'redirect_to_url',
            redirect_to_url: { url: challengeUrl(origin, intent.challenge), return_url: intent.return_url },
          },
    payment_method: intent.payment_method,
    payment_method_options: { card: { request_three_d_secure: intent.three_d_secure } },
    payment_method_types: ['card'],
    status: intent.status,
  }
}

/** The intent for a browser with the publishable key, which must not get the metadata. */
export function presentIntentToBrowser(intent: Intent, origin: string): JsonObject {
  const { metadata: _, ...visible } = presentIntent(intent, origin)
  return visible
}

/** The charge behind an authorized intent. */
function presentCharge(intent: Intent, method: PaymentMethod | undefined): JsonObject {
  return {
    id: intent.charge,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: intent.amount_refunded,
    captured: intent.status === 'succeeded',
    created: intent.created,
    currency: 'jpy',
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: {
      type: 'card',
      card: {
        brand: method?.brand ?? 'unknown',
        last4: method?.last4 ?? null,
        three_d_secure:
          intent.authentication === 'none'
            ? null
            : { authentication_flow: intent.authentication, result: 'authenticated', version: '2.2.0' },
      },
    },
    refunded: intent.amount_received > 0 && intent.amount_refunded === intent.amount_received,
    status: 'succeeded',
  }
}

export function presentRefund(refund: Refund): JsonObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge: refund.charge,
    created: refund.created,
    currency: 'jpy',
    metadata: refund.metadata,
    payment_intent: refund.intent,
    reason: refund.reason,
    status: 'succeeded',
  }
}

export function presentError(error: PaymentError, intent: JsonObject): JsonObject {
  return { error: { ...error, payment_intent: intent } }
}

export function presentList(url: string, data: readonly JsonObject[], hasMore: boolean): JsonObject {
  return { object: 'list', url, data, has_more: hasMore }
}

/** The body of a webhook event. */
export function presentEvent(event: {
  id: string
  created: number
  type: string
  object: JsonObject
}): JsonObject {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  }
}

/** The intent as answered, with its charge in full when `expand` asks for it. */
export function presentExpanded(
  intent: Intent,
  context: { store: StripeStore; origin: string; expand: readonly string[] },
): JsonObject {
  const body = presentIntent(intent, context.origin)
  const method = context.store.paymentMethods.get(intent.payment_method ?? '')
  if (intent.charge !== null && context.expand.includes('latest_charge'))
    body['latest_charge'] = presentCharge(intent, method)
  if (method !== undefined && context.expand.includes('payment_method'))
    body['payment_method'] = presentPaymentMethod(method)
  return body
}
