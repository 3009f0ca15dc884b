import { movement } from '../core/ledger.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import type { Changes, Payment, Refusal } from './records.ts'
import { type News, webhook } from './webhook.ts'

/** A change of a payment: what it is now, and what must be committed. */
export interface Moved {
  readonly payment: Payment
  readonly changes: Partial<Changes>
}

export const REFUSED: Refusal = { resultCode: 'Refused', reason: 'Refused', code: '2' }
export const NOT_AUTHENTICATED: Refusal = {
  resultCode: 'Refused',
  reason: '3D Not Authenticated',
  code: '11',
}
export const CANCELLED: Refusal = { resultCode: 'Cancelled', reason: 'Shopper Cancelled', code: '16' }

/** The money is reserved; it is taken at once unless the store captures it itself. */
export function authorise(payment: Payment, now: Date): Moved {
  const isTaken = !payment.manualCapture
  const authorised: Payment = {
    ...payment,
    status: isTaken ? 'captured' : 'authorised',
    captured: isTaken ? payment.amount : 0,
  }
  const money = [moneyOf(payment, { kind: 'authorized', amount: payment.amount, now })]
  if (isTaken) money.push(moneyOf(payment, { kind: 'captured', amount: payment.amount, now }))
  const reason = payment.last4 === null ? '' : `SIMULA:${payment.last4}:12/2030`
  const news = aboutPayment(authorised, { eventCode: 'AUTHORISATION', success: true, reason })
  return told(authorised, { money, news, now })
}

export function refuse(payment: Payment, refusal: Refusal, now: Date): Moved {
  const refused: Payment = { ...payment, status: 'refused', refusal }
  const news = aboutPayment(refused, { eventCode: 'AUTHORISATION', success: false, reason: refusal.reason })
  return told(refused, { news, now })
}

/** Nobody has paid in time: the offer of a wallet is over. */
export function closeOffer(payment: Payment, now: Date): Moved {
  const closed: Payment = { ...payment, status: 'closed' }
  return told(closed, { news: aboutPayment(closed, { eventCode: 'OFFER_CLOSED', success: true }), now })
}

function aboutPayment(payment: Payment, news: Pick<News, 'eventCode' | 'success' | 'reason'>): News {
  const { psp, reference, amount } = payment
  return { psp, reference, amount, isOperation: false, ...news }
}

interface Telling {
  readonly money?: ReturnType<typeof movement>[]
  readonly news: News
  readonly now: Date
}

export function told(payment: Payment, { money = [], news, now }: Telling): Moved {
  return { payment, changes: { payments: [payment], money, outbox: [webhook(payment, news, now)] } }
}

interface Money {
  readonly kind: 'authorized' | 'captured' | 'refunded' | 'voided'
  readonly amount: number
  readonly now: Date
}

export function moneyOf(
  { psp, reference }: Payment,
  { kind, amount, now }: Money,
): ReturnType<typeof movement> {
  return movement({ at: now, provider: 'adyen', ref: psp, attempt_id: attemptIdOf(reference), kind, amount })
}
