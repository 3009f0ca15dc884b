import { randomUUID } from 'node:crypto'

import type { Tx } from '../../platform/db/database.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { insertRefund, type RefundRow, sumRefunds } from './refund-queries.ts'
import { type Refundable, type RefundPart, spreadRefund } from './spread-refund.ts'

export type Spread =
  | { readonly kind: 'parts'; readonly parts: ReadonlyArray<RefundPart<Attempt>> }
  /** A payment is not captured yet, or gives back something else. */
  | { readonly kind: 'wait'; readonly why: 'not captured' | 'another refund' }
  /** All payments together have less. */
  | { readonly kind: 'too little' }

/** Spreads an amount over the payments of a reservation, which are locked: the newest gives first. */
export async function spreadOver(tx: Tx, payments: readonly Attempt[], amount: number): Promise<Spread> {
  if (payments.some(({ state }) => state === 'authorized')) return { kind: 'wait', why: 'not captured' }
  const refundable: Array<Refundable<Attempt>> = []
  const underWay = new Set<Attempt>()
  for (const attempt of payments.filter(hasMoney)) {
    const { requested, underWay: yen } = await sumRefunds(tx, attempt.id)
    refundable.push({ attempt, left: attempt.amount.minor - requested })
    if (yen > 0) underWay.add(attempt)
  }
  const parts = refundable.length === 0 && amount > 0 ? undefined : spreadRefund(amount, refundable)
  if (parts === undefined) return { kind: 'too little' }
  return parts.some(({ attempt }) => underWay.has(attempt))
    ? { kind: 'wait', why: 'another refund' }
    : { kind: 'parts', parts }
}

function hasMoney({ state }: Attempt): boolean {
  return state === 'captured' || state === 'partially_refunded'
}

interface OfRequest {
  readonly requestId: string
  readonly siteKey: string
  readonly reason: string
}

/** Writes the parts of a request; who asks the provider of the first one at once has a lease of it, of so many seconds. */
export async function insertParts(
  tx: Tx,
  spread: ReadonlyArray<RefundPart<Attempt>>,
  { leaseSeconds, ...request }: OfRequest & { readonly leaseSeconds: number },
): Promise<RefundRow[]> {
  const parts: RefundRow[] = []
  for (const { attempt, amount } of spread)
    parts.push(
      await insertRefund(tx, {
        ...request,
        id: randomUUID(),
        orderId: attempt.orderId,
        attemptId: attempt.id,
        amount,
        leaseSeconds: parts.length === 0 ? leaseSeconds : 0,
      }),
    )
  return parts
}
