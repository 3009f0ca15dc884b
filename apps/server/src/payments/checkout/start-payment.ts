import { randomUUID } from 'node:crypto'

import type { RefusalOf } from '@kippu/contract/call'
import type { ErrorCode } from '@kippu/contract/errors'
import type { checkout } from '@kippu/contract/payments'

import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import { isRefusal, type Refusal, refuse } from '../../platform/http/refusal.ts'
import { takeMissingUses } from '../../orders/coupons/coupon-uses.ts'
import { takePlacesToPay } from '../../orders/life/take-places-to-pay.ts'
import { openOrder } from '../../orders/life/open-order.ts'
import { findOrderById, lockOrder, type OrderTokenKind } from '../../orders/life/find-order.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { findAttemptOfOrder } from '../attempts/attempt-queries.ts'
import { failpoint } from '../attempts/failpoints.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { executeAttempt } from '../saga/finish-payment.ts'
import { type Claim, claimOrder } from './claim-order.ts'
import { type AskedPayment, decidePayment, type PaymentDecision } from './decide-payment.ts'
import { answerTaken, awaitAnswer, type PaymentAnswer } from './payment-answer.ts'
import { PAYMENT_FACTS, type PaymentFacts } from './read-payable.ts'

export interface StartPayment extends Omit<AskedPayment, 'attemptId'> {
  readonly siteKey: string
  /** The token of the order, or of the change of time. */
  readonly token: string
  readonly tokenKind: OrderTokenKind
}

type Started = PaymentAnswer | Refusal<RefusalOf<typeof checkout>>

/**
 * Pays an order. Safe to send again, and from two tabs at once: one request claims the order and makes the attempt,
 * every other one gets the answer of that attempt.
 */
export function startPayment(deps: PaymentDeps, request: StartPayment): Promise<Started> {
  return startJudged<never>(deps, request, () => undefined)
}

/** Why an order can't be paid that could be otherwise. */
type Judge<Stop> = (facts: PaymentFacts) => Stop | undefined

/** As {@link startPayment}; what it is paid by is judged by the caller first. */
export async function startJudged<Stop extends Refusal<ErrorCode>>(
  deps: PaymentDeps,
  request: StartPayment,
  judge: Judge<Stop>,
): Promise<Started | Stop> {
  const decided = await openAttempt(deps, request, judge)
  if (isRefusal(decided)) return decided
  switch (decided.kind) {
    case 'opened': {
      const { attempt } = decided
      return answerTaken(deps, attempt.id, await executeAttempt(deps, attempt))
    }
    case 'has_payment':
      return answerOfOrder(deps, decided.orderId)
    case 'count_uses':
      return (await countUses(deps, decided.orderId))
        ? startJudged(deps, request, judge)
        : refuse('coupon limit reached')
    case 'take_places':
      return (await deps.db.transaction(tx => takePlacesToPay(tx, decided.orderId)))
        ? startPayment(deps, request)
        : refuse('out of stock')
  }
}

/** Claims the order and writes the attempt, at the price that the order has. */
function openAttempt<Stop extends Refusal<ErrorCode>>(
  deps: PaymentDeps,
  { siteKey, token, tokenKind, ...asked }: StartPayment,
  judge: Judge<Stop>,
): Promise<PaymentDecision | Stop> {
  const attemptId = randomUUID()
  const step = {
    read: PAYMENT_FACTS[tokenKind],
    write: claimOrder,
    before: ({ order }: Claim) => failpoint('claim.committing', order.id),
    after: ({ order }: Claim) => failpoint('claim.committed', order.id),
  }
  return takeStep(
    deps.db,
    step,
    { siteKey, token },
    (facts): Decision<Claim, Attempt, PaymentDecision | Stop> => {
      const stop = facts && judge(facts)
      return stop === undefined ? decidePayment(deps, { ...asked, attemptId }, facts) : { answer: stop }
    },
  )
}

/** Counts the uses of coupons that were without a limit when they were added. False: not all could be counted. */
function countUses({ db }: PaymentDeps, orderId: string): Promise<boolean> {
  return db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    return order === undefined || isRefusal(openOrder(order)) || takeMissingUses(tx, orderId)
  })
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
