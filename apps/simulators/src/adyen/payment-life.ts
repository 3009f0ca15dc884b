import { movement } from '../core/ledger.ts'
import { attemptIdOf } from '../core/order-ref.ts'
import type { Changes, Payment, Refusal } from './records.ts'
import { webhook, type WebhookEvent } from './webhook.ts'

/** A payment after a step, and the changes to commit. */
export interface PaymentStep {
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

/** Authorises the payment, and captures it as well unless the store captures by itself. */
export function authorise(payment: Payment, now: Date): PaymentStep {
  const isTaken = !payment.manualCapture
  const authorised: Payment = {
    ...payment,
    status: isTaken ? 'captured' : 'authorised',
    captured: isTaken ? payment.amount : 0,
  }
  const money = [moneyOf(payment, { kind: 'authorized', amount: payment.amount, now })]
  if (isTaken) money.push(moneyOf(payment, { kind: 'captured', amount: payment.amount, now }))
  const reason = payment.last4 === null ? '' : `SIMULA:${payment.last4}:12/2030`
  const event = aboutPayment(authorised, { eventCode: 'AUTHORISATION', success: true, reason })
  return withWebhook(authorised, { money, event, now })
}

export function refuse(payment: Payment, refusal: Refusal, now: Date): PaymentStep {
  const refused: Payment = { ...payment, status: 'refused', refusal }
  const event = aboutPayment(refused, { eventCode: 'AUTHORISATION', success: false, reason: refusal.reason })
  return withWebhook(refused, { event, now })
}

/** Closes a wallet's offer that nobody has paid in time. */
export function closeOffer(payment: Payment, now: Date): PaymentStep {
  const closed: Payment = { ...payment, status: 'closed' }
  return withWebhook(closed, {
    event: aboutPayment(closed, { eventCode: 'OFFER_CLOSED', success: true }),
    now,
  })
}

function aboutPayment(
  payment: Payment,
  event: Pick<WebhookEvent, 'eventCode' | 'success' | 'reason'>,
): WebhookEvent {
  const { psp, reference, amount } = payment
  return { psp, reference, amount, isOperation: false, ...event }
}

interface WebhookStep {
  readonly money?: ReturnType<typeof movement>[]
  readonly event: WebhookEvent
  readonly now: Date
}

export function withWebhook(payment: Payment, { money = [], event, now }: WebhookStep): PaymentStep {
  return { payment, changes: { payments: [payment], money, outbox: [webhook(payment, event, now)] } }
}

interface Movement {
  readonly kind: 'authorized' | 'captured' | 'refunded' | 'voided'
  readonly amount: number
  readonly now: Date
}

export function moneyOf(
  { psp, reference }: Payment,
  { kind, amount, now }: Movement,
): ReturnType<typeof movement> {
  return movement({ at: now, provider: 'adyen', ref: psp, attempt_id: attemptIdOf(reference), kind, amount })
}
