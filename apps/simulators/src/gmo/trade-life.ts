import { randomBytes, randomInt } from 'node:crypto'

import { type LedgerEntry, movement } from '../core/ledger.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import type { Changes, Trade } from './records.ts'
import { resultNotice } from './result-notice.ts'

/** A trade after a step, and the changes to commit: the trade, its money and its notice. */
export interface TradeStep {
  readonly trade: Trade
  readonly changes: Changes
}

/** 32 characters of hexadecimal, as AccessID and AccessPass are. */
export function hex32(): string {
  return randomBytes(16).toString('hex')
}

/** Random digits. Never ask for 13 to 19 of them, so that no reference can be taken for a card number. */
export function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('')
}

/** The amount of the trade in yen, tax included. */
export function totalOf({ amount, tax }: Pick<Trade, 'amount' | 'tax'>): number {
  return amount + tax
}

/** The state of the trade's money: none, authorized or captured. */
export function heldBy({ status }: Trade): 'nothing' | 'authorized' | 'captured' {
  if (status === 'AUTH' || status === 'SAUTH') return 'authorized'
  return status === 'CAPTURE' || status === 'SALES' ? 'captured' : 'nothing'
}

interface StepInput {
  readonly now: Date
  readonly amountOf: (asked: number) => number
}

/** Authorizes the trade, and captures it as well when its JobCd says so. */
export function authorize(trade: Trade, { now, amountOf }: StepInput): TradeStep {
  const after: Trade = {
    ...trade,
    status: trade.job_cd,
    amount: amountOf(totalOf(trade)) - trade.tax,
    processed_at: now.toISOString(),
    forward: '2a99662',
    approve: digits(6),
    tran_id: digits(28),
    err_info: '',
  }
  if (after.status === 'CHECK') return moved(after, { now })
  const kinds: LedgerEntry['kind'][] =
    trade.job_cd === 'CAPTURE' ? ['authorized', 'captured'] : ['authorized']
  return moved(after, { now, money: kinds.map(kind => ({ kind, amount: totalOf(after) })) })
}

/** Captures the authorized amount. */
export function capture(trade: Trade, { now, amountOf }: StepInput): TradeStep {
  const after: Trade = {
    ...trade,
    status: 'SALES',
    tran_id: digits(28),
    processed_at: now.toISOString(),
    amount: amountOf(totalOf(trade)) - trade.tax,
  }
  return moved(after, { now, money: [{ kind: 'captured', amount: totalOf(after) }] })
}

/** Releases or refunds all that is left. */
export function reverseAll(
  trade: Trade,
  status: Trade['status'],
  { now }: Pick<StepInput, 'now'>,
): TradeStep {
  const left = totalOf(trade) - trade.cancelled
  const kind = heldBy(trade) === 'authorized' ? 'voided' : 'refunded'
  const after: Trade = { ...trade, status, tran_id: digits(28), processed_at: now.toISOString() }
  return moved(after, { now, money: [{ kind, amount: left }] })
}

/** Refunds a part of the captured amount and counts it as cancelled. */
export function refund(
  trade: Trade,
  { now, amount }: { readonly now: Date; readonly amount: number },
): TradeStep {
  const cancelled = trade.cancelled + amount
  const status = cancelled === totalOf(trade) ? 'RETURN' : trade.status
  const after: Trade = { ...trade, cancelled, status, processed_at: now.toISOString() }
  return moved(after, { now, money: [{ kind: 'refunded', amount }] })
}

/** Reduces the trade, and releases or refunds the difference. */
export function reduce(
  trade: Trade,
  { now, amount, tax }: { readonly now: Date; readonly amount: number; readonly tax: number },
): TradeStep {
  const captured = heldBy(trade) === 'captured'
  const difference = totalOf(trade) - amount - tax
  const after: Trade = {
    ...trade,
    amount,
    tax,
    status: captured ? 'CAPTURE' : trade.status,
    tran_id: digits(28),
    processed_at: now.toISOString(),
  }
  return moved(after, { now, money: [{ kind: captured ? 'refunded' : 'voided', amount: difference }] })
}

/** Records that the visitor did not pay. */
export function failWallet(
  trade: Trade,
  { now, errInfo }: { readonly now: Date; readonly errInfo: string },
): TradeStep {
  const after: Trade = { ...trade, status: 'PAYFAIL', processed_at: now.toISOString(), err_info: errInfo }
  return moved(after, { now })
}

interface Effects {
  readonly now: Date
  readonly money?: Pick<LedgerEntry, 'kind' | 'amount'>[]
}

function moved(trade: Trade, { now, money = [] }: Effects): TradeStep {
  const same = {
    at: now,
    provider: 'gmo',
    ref: trade.access_id,
    attempt_id: attemptIdOf(trade.order_id),
  } as const
  const changes = {
    trades: [trade],
    money: money.map(entry => movement({ ...same, ...entry })),
    outbox: [resultNotice(trade)],
  }
  return { trade, changes }
}
