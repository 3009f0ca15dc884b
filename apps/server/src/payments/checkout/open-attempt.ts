import { randomUUID } from 'node:crypto'

import type { RefusalOf } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/payments'
import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { Tx } from '../../db/database.ts'
import { isRefusal, type Refusal, refuse } from '../../http/refusal.ts'
import { judgeCouponsAgain } from '../../orders/coupons/judge-coupon.ts'
import { lockOrder, type OrderRecord } from '../../orders/life/find-order.ts'
import { claimForPayment } from '../../orders/life/payment-steps.ts'
import { findSaleEnd } from '../../orders/life/sale-end.ts'
import { hashToken } from '../../tokens.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { providerOrderRefOf } from '../port/order-ref.ts'
import { countAttempts, insertAttempt, type NewAttempt } from '../attempts/attempt-queries.ts'
import { providerFor } from '../saga/call-provider.ts'
import { type PaymentDeps } from '../attempts/payment-deps.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentProvider, ProviderRefs } from '../port/port.ts'
import { type MethodQuote, quoteMethod } from './quote-method.ts'
import { DEADLINE_SECONDS, LEASE_SECONDS } from '../attempts/timing.ts'

/**
 * Payments that an order may begin. Each keeps its places a while longer and asks a bank about a card: more of them hold
 * stock for ever, or test stolen cards.
 */
const MOST_ATTEMPTS = 5

export interface OpenAttempt {
  readonly orderId: string
  readonly method: PaymentMethod
  readonly input: ProviderRefs
  /** Yen that the visitor expects to pay, as far as the request says. */
  readonly expected: number | undefined
}

type CannotPay = Refusal<RefusalOf<typeof checkout>>

/**
 * Claims the order and writes the attempt, both or neither, at the price that the order has under its lock (S-1.16). What
 * may have changed since the visitor read the price is judged first, so that a refusal leaves no attempt and asks no provider
 * (S-3.12). `undefined`: another request was faster, or the hold ended.
 */
export async function openAttempt(
  deps: PaymentDeps,
  request: OpenAttempt,
): Promise<Attempt | CannotPay | undefined> {
  const id = randomUUID()
  const attempt = await deps.db.transaction(async tx => {
    const order = await lockOrder(tx, request.orderId)
    if (order?.status !== 'ready_checkout' || order.hasEnded) return undefined
    const quote = await quoteOrder(tx, deps, order, request)
    if (isRefusal(quote)) return quote
    if (!(await claimForPayment(tx, { orderId: order.id }))) return undefined
    const inserted = await insertAttempt(tx, newAttempt(deps, { id, order, request, quote }))
    await failpoint('claim.committing', order.id)
    return inserted
  })
  if (attempt !== undefined && !isRefusal(attempt)) await failpoint('claim.committed', request.orderId)
  return attempt
}

/** What is to be charged, or why nothing may be. All is read under the order's lock, so that requests at once agree. */
async function quoteOrder(
  tx: Tx,
  { clock, payments }: PaymentDeps,
  order: OrderRecord,
  { method, expected }: OpenAttempt,
): Promise<Quoted | CannotPay> {
  // Nothing is changed, and what is left of its hold runs out. Any other way to pay would be refused as well, so the
  // visitor starts over with a new order.
  if ((await countAttempts(tx, order.id)) >= MOST_ATTEMPTS) return refuse('session_timeout')
  if (clock.now() >= (await findSaleEnd(tx, order.id))) return refuse('ticket not on sale now')
  const unusable = await judgeCouponsAgain(tx, clock, order.id)
  if (unusable !== undefined) return unusable
  // The visitor chose the method for the price they read: the method is wrong now because the price has changed.
  if (expected !== undefined && (method === 'free') !== (order.price === 0)) return refuse('price changed')
  const quote = await quoteMethod(tx, payments, { order, method })
  if (isRefusal(quote)) return quote
  if (expected !== undefined && expected !== quote.payable) return refuse('price changed')
  const amount = { currency: 'JPY', minor: quote.payable } as const
  const provider = providerFor({ payments }, { siteKey: order.siteKey, method, amount })
  if (quote.payable < provider.leastAmount) return refuse('payment_api_failure', { canRetry: false })
  return { ...quote, provider }
}

/** The amount that is charged, and the provider that takes it. */
interface Quoted extends MethodQuote {
  readonly provider: PaymentProvider
}

interface Opening {
  readonly id: string
  readonly order: OrderRecord
  readonly request: OpenAttempt
  readonly quote: Quoted
}

function newAttempt(
  { sites, tokens }: PaymentDeps,
  { id, order, request: { method, input }, quote: { discount, payable, tax, provider } }: Opening,
): NewAttempt {
  const { siteKey } = order
  return {
    id,
    siteKey,
    orderId: order.id,
    paymentNumberHash: hashToken(tokens.derive('payment', id)),
    provider: provider.id,
    account: provider.account,
    method,
    providerOrderRef: providerOrderRefOf(id),
    amount: payable,
    taxAmount: tax,
    methodDiscount: discount,
    // Banks show it on the page of a challenge. Kept, because a repeated request must be equal to the letter.
    refs: { ...input, merchant: sites.find(siteKey)?.name.en ?? siteKey, lang: order.lang },
    deadlineSeconds: DEADLINE_SECONDS,
    leaseSeconds: LEASE_SECONDS,
  }
}
