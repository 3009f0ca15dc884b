import { randomUUID } from 'node:crypto'

import type { RefusalOf } from '@kippu/contract/call'
import type { checkout } from '@kippu/contract/orders'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import { taxIncluded } from '@kippu/domain/money'

import type { Tx } from '../db/database.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { findOrderById, findOrderByToken, lockOrder, type OrderRecord } from '../orders/find-order.ts'
import { claimForPayment } from '../orders/payment-steps.ts'
import { hashToken } from '../tokens.ts'
import { type Attempt, providerOrderRefOf } from './attempt.ts'
import type { PaymentDeps } from './call-provider.ts'
import { failpoint } from './failpoints.ts'
import { executeAttempt } from './finish-payment.ts'
import { answerPayment, awaitAnswer, type PaymentAnswer } from './payment-answer.ts'
import type { PaymentProvider, ProviderRefs } from './port.ts'
import { countAttempts, findAttemptOfOrder, insertAttempt, isMethodListed } from './queries.ts'
import { DEADLINE_SECONDS, LEASE_SECONDS } from './timing.ts'

/**
 * Payments that an order may begin. Each keeps its places a while longer and asks a bank about a card: more of them hold
 * stock for ever, or test stolen cards.
 */
const MOST_ATTEMPTS = 5

/** Tickets are taxed at the full rate, contained in the price (S-14.05). */
const TAX_PERCENT = 10

export interface StartPayment {
  readonly siteKey: string
  readonly orderToken: string
  readonly method: PaymentMethod
  /** What the provider's script gave the browser; kept with the attempt, so that its request can be repeated. */
  readonly input: ProviderRefs
}

/**
 * Pays an order (R-7.25, S-7.02). Safe to send again, and from two tabs at once: one request claims the order and makes
 * the attempt, every other one gets the answer of that attempt (S-1.13, S-1.15, D-51).
 */
export async function startPayment(
  deps: PaymentDeps,
  request: StartPayment,
): Promise<PaymentAnswer | Refusal<RefusalOf<typeof checkout>>> {
  const { siteKey, orderToken } = request
  const order = await deps.db.read(tx => findOrderByToken(tx, { siteKey, token: orderToken }))
  if (order === undefined) return refuse('record not found')
  if (order.hasEnded) return refuse('session_timeout')
  switch (order.status) {
    case 'ready_checkout':
      if (lacksMember(deps, order)) return refuse('membership login failed')
      return payOrder(deps, order, request)
    case 'temporary':
    case 'mail_sent':
      return refuse('order status must be ready_checkout')
    case 'cancelled':
      return refuse('record not found')
    case 'payment_pending':
    case 'payment_3ds':
    case 'completed':
    case 'expired':
    case 'refunded':
    case 'refund_failed':
      return answerOfOrder(deps, order.id)
  }
}

/** A site for members alone takes no money of anybody else (S-5.08). */
function lacksMember({ sites }: PaymentDeps, { siteKey, memberId }: OrderRecord): boolean {
  return memberId === null && sites.find(siteKey)?.membership.required === true
}

async function payOrder(
  deps: PaymentDeps,
  order: OrderRecord,
  request: StartPayment,
): Promise<PaymentAnswer> {
  const provider = await findProvider(deps, order, request)
  if (provider === undefined) return refuse('invalid payment status', { canRetry: false })
  const attempt = await openAttempt(deps, { order, request, provider })
  if (attempt === 'too_many') return refuse('payment_api_failure', { canRetry: false })
  if (attempt === undefined) return answerOfOrder(deps, order.id)
  const isAtRest = await executeAttempt(deps, attempt)
  return isAtRest ? answerPayment(deps, attempt.id) : awaitAnswer(deps, attempt.id)
}

/** The provider of a method that may pay this order: `free` an order of nothing, and nothing else (D-55, S-7.14). */
async function findProvider(
  { db, payments }: PaymentDeps,
  order: OrderRecord,
  { siteKey, method }: StartPayment,
): Promise<PaymentProvider | undefined> {
  if ((order.price === 0) !== (method === 'free')) return undefined
  const isListed = method === 'free' || (await db.read(tx => isMethodListed(tx, { siteKey, method })))
  return isListed ? payments.find(method) : undefined
}

interface OpenAttempt {
  readonly order: OrderRecord
  readonly request: StartPayment
  readonly provider: PaymentProvider
}

/**
 * Claims the order and writes the attempt, both or neither. `undefined`: another request was faster, or the hold ended.
 * `too_many`: the order had all its attempts; nothing is changed, and what is left of its hold runs out.
 */
async function openAttempt(
  { db, tokens, sites }: PaymentDeps,
  { order, request, provider }: OpenAttempt,
): Promise<Attempt | 'too_many' | undefined> {
  const id = randomUUID()
  const attempt = await db.transaction(async tx => {
    if (await hadAllAttempts(tx, order.id)) return 'too_many'
    if (!(await claimForPayment(tx, { orderId: order.id }))) return undefined
    const inserted = await insertAttempt(tx, {
      id,
      siteKey: order.siteKey,
      orderId: order.id,
      paymentNumberHash: hashToken(tokens.derive('payment', id)),
      provider: provider.id,
      method: request.method,
      providerOrderRef: providerOrderRefOf(id),
      // The server's own price, fixed when the order was made (S-1.16).
      amount: order.price,
      taxAmount: taxIncluded(order.price, TAX_PERCENT),
      // Banks show it on the page of a challenge. Kept, because a repeated request must be equal to the letter.
      refs: { ...request.input, merchant: sites.find(order.siteKey)?.name.en ?? order.siteKey },
      deadlineSeconds: DEADLINE_SECONDS,
      leaseSeconds: LEASE_SECONDS,
    })
    failpoint('claim.committing')
    return inserted
  })
  if (attempt !== undefined && attempt !== 'too_many') failpoint('claim.committed')
  return attempt
}

/** Counted under the order's lock, so that requests at once do not all find room. Of an order that could be paid now. */
async function hadAllAttempts(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'ready_checkout' || order.hasEnded) return false
  return (await countAttempts(tx, orderId)) >= MOST_ATTEMPTS
}

/** The answer of the payment that an order has. */
async function answerOfOrder(deps: PaymentDeps, orderId: string): Promise<PaymentAnswer> {
  const [order, attempt] = await deps.db.read(async tx => [
    await findOrderById(tx, orderId),
    await findAttemptOfOrder(tx, orderId),
  ])
  if (order?.hasEnded === true) return refuse('session_timeout')
  return attempt === undefined ? refuse('invalid order status') : awaitAnswer(deps, attempt.id)
}
