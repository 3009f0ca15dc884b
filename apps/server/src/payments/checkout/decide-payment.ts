import type { RefusalOf } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/payments'
import type { StoredMethod } from '@kippu/domain/payment-method'

import type { Decision } from '../../platform/db/take-step.ts'
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts'
import { hasUncountedUse, judgeCouponsAgain } from '../../orders/coupons/judge-coupon.ts'
import { dueOf, type OrderRecord } from '../../orders/life/find-order.ts'
import { couponFactsOf, wantedSpans } from '../../orders/life/payable-order.ts'
import { firstSaleEnd } from '../../orders/life/sale-end.ts'
import type { MethodPrice } from '../../orders/price/method-price.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { Attempt } from '../attempts/attempt.ts'
import type { NewAttempt } from '../attempts/insert-attempts.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { providerOrderRefOf } from '../port/order-ref.ts'
import type { PaymentProvider, ProviderRefs } from '../port/port.ts'
import { providerFor } from '../saga/call-provider.ts'
import type { Claim } from './claim-order.ts'
import { quoteMethod } from './quote-method.ts'
import type { PaymentFacts } from './read-payable.ts'
import { UNPROVED } from '../attempts/attempt.ts'

/**
 * Payments that an order may begin. Each keeps its places a while longer and asks a bank about a card: more of them hold
 * stock for ever, or test stolen cards.
 */
const MOST_ATTEMPTS = 5

export interface AskedPayment {
  /** A new UUID for the attempt. */
  readonly attemptId: string
  readonly method: StoredMethod
  /**
   * The data that the provider's script gave the browser; kept with the attempt, so that its request can be repeated.
   */
  readonly input: ProviderRefs
  /** Yen that the visitor expects to pay, as far as the request says. */
  readonly expected: number | undefined
  /** The reseller that owes it, where it is paid on account. */
  readonly account?: string
  /** The buyer is named by the sheet of a wallet, and nobody has proved the address: it counts as proved once it is paid. */
  readonly isUnproved?: boolean
}

type CannotPay = Refusal<RefusalOf<typeof checkout>>

/** The decision on a request to pay. */
export type PaymentDecision =
  | CannotPay
  /** A new payment is on its way. */
  | { readonly kind: 'opened'; readonly attempt: Attempt }
  /** The order has a payment, whose answer is the answer; or it has just lost its places, and the answer says so. */
  | { readonly kind: 'has_payment'; readonly orderId: string }
  /** Uses of coupons are to be counted first, then it is decided again. */
  | { readonly kind: 'count_uses'; readonly orderId: string }
  /** The order takes its places first, then it is decided again. */
  | { readonly kind: 'take_places'; readonly orderId: string }

type DecidingDeps = Pick<PaymentDeps, 'clock' | 'payments' | 'sites' | 'tokens'>

/**
 * Judges a request to pay by the order as it was read. What may have changed since the visitor read the price is judged
 * first, so that a refusal leaves no attempt and asks no provider.
 */
export function decidePayment(
  deps: DecidingDeps,
  asked: AskedPayment,
  facts: PaymentFacts | undefined,
): Decision<Claim, Attempt, PaymentDecision> {
  if (facts === undefined) return { answer: refuse('record not found') }
  const { order } = facts
  if (order.hasEnded) return { answer: refuse('session_timeout') }
  switch (order.status) {
    case 'ready_checkout':
      return decideOpening(deps, asked, facts)
    case 'temporary':
    case 'mail_sent':
      // An order that is not proved holds its places within its shares, or is not paid.
      return asked.isUnproved === true && order.buyer.email !== undefined && !order.placesAtProof
        ? decideOpening(deps, asked, facts)
        : { answer: refuse('order status must be ready_checkout') }
    case 'cancelled':
      return { answer: refuse('record not found') }
    case 'payment_pending':
    case 'payment_3ds':
    case 'completed':
    case 'expired':
    case 'refunded':
    case 'refund_failed':
      return { answer: { kind: 'has_payment', orderId: order.id } }
  }
}

function decideOpening(
  deps: DecidingDeps,
  asked: AskedPayment,
  facts: PaymentFacts,
): Decision<Claim, Attempt, PaymentDecision> {
  const { order, lines, heldSpans } = facts
  const isChange = order.kind === 'time_change'
  if (!isChange && lacksMember(deps, order)) return { answer: refuse('membership login failed') }
  const refusal = judgeOrder(deps, facts)
  if (refusal !== undefined) return { answer: refusal }
  if (!isChange && hasUncountedUse(facts.coupons))
    return { answer: { kind: 'count_uses', orderId: order.id } }
  const quote = quotePayment(deps, asked, facts)
  if (isRefusal(quote)) return { answer: quote }
  if (order.placesAtProof) return { answer: { kind: 'take_places', orderId: order.id } }
  const spans = wantedSpans(lines)
  // Another order that found the span full has taken these places.
  if (heldSpans < spans) return { answer: { kind: 'has_payment', orderId: order.id } }
  // Its address may have been proved since the sheet named it.
  const isUnproved = order.status !== 'ready_checkout'
  const attempt = newAttempt(deps, { order, asked, quote, isUnproved })
  return {
    change: { order, spans, attempt, isUnproved },
    answerOf: opened => ({ kind: 'opened', attempt: opened }),
  }
}

/** A site for members alone takes no money of anybody else. */
function lacksMember({ sites }: DecidingDeps, { siteKey, memberId }: OrderRecord): boolean {
  return memberId === null && sites.find(siteKey)?.membership.required === true
}

/** Why an order can't be paid at all, however its visitor wants to pay. */
function judgeOrder({ clock }: DecidingDeps, facts: PaymentFacts): CannotPay | undefined {
  const { coupons, spans, attempts } = facts
  // Nothing is changed, and what is left of its hold runs out. Any other way to pay would be refused as well, so the
  // visitor starts over with a new order.
  if (attempts >= MOST_ATTEMPTS) return refuse('session_timeout')
  if (clock.now() >= firstSaleEnd(spans)) return refuse('ticket not on sale now')
  // Those of a change of time were judged when it was made: they are carried over with their uses.
  if (facts.order.kind === 'time_change') return undefined
  return judgeCouponsAgain(coupons, couponFactsOf(facts, clock.now()))
}

/** The amount that is charged, and the provider that takes it. */
interface Quoted extends MethodPrice {
  readonly provider: PaymentProvider
}

/** The amount to be charged, or why it can't be by this method. */
function quotePayment(
  { payments }: DecidingDeps,
  { method, expected }: AskedPayment,
  facts: PaymentFacts,
): Quoted | CannotPay {
  const { order } = facts
  const { siteKey } = order
  // The visitor chose the method for the price they read: the method is wrong now because the price has changed.
  if (expected !== undefined && (method === 'free') !== (dueOf(order) === 0)) return refuse('price changed')
  const quote = quoteMethod(payments, facts, method)
  if (isRefusal(quote)) return quote
  if (expected !== undefined && expected !== quote.payable) return refuse('price changed')
  const amount = { currency: 'JPY', minor: quote.payable } as const
  const provider = providerFor({ payments }, { siteKey, method, amount })
  if (quote.payable < provider.leastAmount) return refuse('payment_api_failure', { canRetry: false })
  return { ...quote, provider }
}

interface Opening {
  readonly order: OrderRecord
  readonly asked: AskedPayment
  readonly quote: Quoted
  readonly isUnproved: boolean
}

function newAttempt(
  { sites, tokens }: DecidingDeps,
  {
    order,
    quote: { methodDiscount, payable, tax, provider },
    asked: { attemptId: id, method, input, account = provider.account },
    isUnproved,
  }: Opening,
): NewAttempt {
  const { siteKey } = order
  return {
    id,
    siteKey,
    orderId: order.id,
    paymentNumberHash: hashToken(tokens.derive('payment', id)),
    provider: provider.id,
    account,
    method,
    providerOrderRef: providerOrderRefOf(id),
    amount: payable,
    taxAmount: tax,
    methodDiscount,
    // Banks show it on the page of a challenge. Kept, because a repeated request must be equal to the letter.
    refs: {
      ...input,
      ...(isUnproved && { [UNPROVED]: 'true' }),
      merchant: sites.find(siteKey)?.name.en ?? siteKey,
      lang: order.lang,
    },
  }
}
