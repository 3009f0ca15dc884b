import { randomInt } from 'node:crypto'

import { type LedgerEntry, movement } from '../core/ledger.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import { passesLuhn } from '../core/test-cards.ts'
import { MERCHANT_ID, SERVICE_ID } from './account.ts'
import type { Changes, Payment } from './records.ts'
import type { Settings } from './settings.ts'

/** A payment after a step, with the money the step moved. */
export interface Moved {
  readonly payment: Payment
  readonly changes: Changes
}

/** 14 digits that begin with zeros, and never pass for a card number. */
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
 * Makes a card's authorisation binding. Only now it stands in the ledger: before, it blocks a part of the card's limit,
 * but nobody can take it.
 */
export function commit(payment: Payment, now: Date, { card_sales }: Settings): Moved {
  const committed: Payment = { ...payment, commit: '1' }
  const money = [entry(committed, now, { kind: 'authorized', amount: payment.amount })]
  if (card_sales === 'separate') return moved(committed, money)
  const { amount } = payment
  return moved({ ...committed, captured: amount }, [
    ...money,
    entry(committed, now, { kind: 'captured', amount }),
  ])
}

/** A wallet paid on the page: PayPay is authorised, Alipay is taken at once. */
export function payByWallet(payment: Payment, now: Date): Moved {
  const { amount } = payment
  const money = [entry(payment, now, { kind: 'authorized', amount })]
  if (payment.method === 'paypay') return moved(payment, money)
  const sold: Payment = { ...payment, state: 'sold', captured: amount }
  return moved(sold, [...money, entry(payment, now, { kind: 'captured', amount })])
}

/** Takes `amount`; what is left of the authorisation is released. */
export function sell(payment: Payment, now: Date, amount: number): Moved {
  const released = payment.amount - amount
  return moved({ ...payment, state: 'sold', captured: amount, accept_left: 0 }, [
    entry(payment, now, { kind: 'captured', amount }),
    ...(released > 0 ? [entry(payment, now, { kind: 'voided', amount: released })] : []),
  ])
}

/** Releases an authorisation. One that was never committed moves nothing. */
export function cancel(payment: Payment, now: Date): Moved {
  const wasBinding = payment.method !== 'card' || payment.commit === '1'
  const commitAfter = payment.commit === '1' ? '2' : '3'
  const money = wasBinding ? [entry(payment, now, { kind: 'voided', amount: payment.amount })] : []
  return moved({ ...payment, state: 'cancelled', commit: commitAfter }, money)
}

/** Gives back `amount` of what was taken. */
export function giveBack(payment: Payment, now: Date, amount: number): Moved {
  const refunded = payment.refunded + amount
  const state = refunded === payment.captured ? 'refunded' : 'partially_refunded'
  return moved({ ...payment, refunded, state }, [entry(payment, now, { kind: 'refunded', amount })])
}

function moved(payment: Payment, money: readonly LedgerEntry[]): Moved {
  return { payment, changes: { payments: [payment], money: [...money] } }
}

function entry(
  { tracking_id: ref, order_id }: Payment,
  at: Date,
  { kind, amount }: Pick<LedgerEntry, 'kind' | 'amount'>,
): LedgerEntry {
  return movement({ at, provider: 'softbank', ref, attempt_id: attemptIdOf(order_id), kind, amount })
}
