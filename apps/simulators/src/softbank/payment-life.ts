import { randomInt } from 'node:crypto'

import { type LedgerEntry, movement } from '../core/ledger.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import { passesLuhn } from '../core/test-cards.ts'
import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import type { Changes, Payment } from './records.ts'
import type { Settings } from './settings.ts'

/** A payment after a step, and the changes to commit: the payment and its money. */
export interface PaymentStep {
  readonly payment: Payment
  readonly changes: Changes
}

/** 14 digits that begin with zeros and never pass the check of a card number. */
export function newTrackingId(): string {
  const id = `00000${randomInt(10 ** 9)
    .toString()
    .padStart(9, '0')}`
  return passesLuhn(id) ? newTrackingId() : id
}

export function newTransactionId(requestId: string): string {
  const request = requestId.replaceAll('-', '').slice(0, 9)
  return `B${MERCHANT_ID}${SERVICE_ID}${request}${randomInt(10 ** 12)
    .toString()
    .padStart(12, '0')}`.slice(0, 32)
}

/**
 * Makes a card's authorisation binding. It is entered in the ledger only now: before, it blocks a part of the card's
 * limit, but nobody can capture it.
 */
export function commit(payment: Payment, now: Date, { card_sales }: Settings): PaymentStep {
  const committed: Payment = { ...payment, commit: '1' }
  const money = [entry(committed, now, { kind: 'authorized', amount: payment.amount })]
  if (card_sales === 'separate') return moved(committed, money)
  const { amount } = payment
  return moved({ ...committed, captured: amount }, [
    ...money,
    entry(committed, now, { kind: 'captured', amount }),
  ])
}

/** Records the payment by a wallet on the page: PayPay is authorised, Alipay is captured at once. */
export function payByWallet(payment: Payment, now: Date): PaymentStep {
  const { amount } = payment
  const money = [entry(payment, now, { kind: 'authorized', amount })]
  if (payment.method === 'paypay') return moved(payment, money)
  const sold: Payment = { ...payment, state: 'sold', captured: amount }
  return moved(sold, [...money, entry(payment, now, { kind: 'captured', amount })])
}

/** Captures `amount` and releases the rest of the authorisation. */
export function sell(payment: Payment, now: Date, amount: number): PaymentStep {
  const released = payment.amount - amount
  return moved({ ...payment, state: 'sold', captured: amount, accept_left: 0 }, [
    entry(payment, now, { kind: 'captured', amount }),
    ...(released > 0 ? [entry(payment, now, { kind: 'voided', amount: released })] : []),
  ])
}

/** Releases an authorisation. If it was never committed, no money moves. */
export function cancel(payment: Payment, now: Date): PaymentStep {
  const wasBinding = payment.method !== 'card' || payment.commit === '1'
  const commitAfter = payment.commit === '1' ? '2' : '3'
  const money = wasBinding ? [entry(payment, now, { kind: 'voided', amount: payment.amount })] : []
  return moved({ ...payment, state: 'cancelled', commit: commitAfter }, money)
}

/** Refunds `amount` of what was captured. */
export function refund(payment: Payment, now: Date, amount: number): PaymentStep {
  const refunded = payment.refunded + amount
  const state = refunded === payment.captured ? 'refunded' : 'partially_refunded'
  return moved({ ...payment, refunded, state }, [entry(payment, now, { kind: 'refunded', amount })])
}

function moved(payment: Payment, money: readonly LedgerEntry[]): PaymentStep {
  return { payment, changes: { payments: [payment], money: [...money] } }
}

function entry(
  { tracking_id: ref, order_id }: Payment,
  at: Date,
  { kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>,
): LedgerEntry {
  return movement({ at, provider: 'softbank', ref, attempt_id: attemptIdOf(order_id), kind, amount })
}
