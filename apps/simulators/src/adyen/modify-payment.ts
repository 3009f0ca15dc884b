import * as v from 'valibot'

import { MERCHANT_ACCOUNT } from './account.ts'
import { type Answer, forbidden, invalid, received } from './answer.ts'
import type { Context } from './create-payment.ts'
import { moneyOf, withWebhook } from './payment-life.ts'
import { pspReference } from './psp-reference.ts'
import type { Changes, Payment } from './records.ts'
import type { WebhookEvent } from './webhook.ts'

export type Modification = 'captures' | 'cancels' | 'refunds'

/**
 * The input of an operation on a payment. Its answer says only that Adyen received it; a webhook reports its result.
 */
export interface ModificationContext extends Context {
  readonly psp: string
  /** The fault `refuse` strikes: the operation is received and fails. */
  readonly isRefused: boolean
}

const amount = v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.literal('JPY'),
})
const reference = v.optional(v.pipe(v.string(), v.maxLength(80)))
const withAmount = v.object({ merchantAccount: v.string(), amount, reference })
const withoutAmount = v.object({ merchantAccount: v.string(), reference })
const byReference = v.object({ merchantAccount: v.string(), paymentReference: v.string(), reference })

interface Operation {
  readonly reference: string
  readonly amount: number
  readonly now: Date
  readonly psp: string
}
type Result =
  | { readonly payment: Payment; readonly kind: 'captured' | 'voided' | 'refunded' }
  | { readonly reason: string }

/** `POST /payments/{psp}/captures`, `/cancels` and `/refunds`. */
export function modifyPayment(modification: Modification, context: ModificationContext): Answer {
  const { store, psp, body, now, amountOf } = context
  const read = v.safeParse(modification === 'cancels' ? withoutAmount : withAmount, body)
  if (!read.success) return invalid('137', `Invalid modification: ${v.summarize(read.issues)}`)
  const { output } = read
  if (output.merchantAccount !== MERCHANT_ACCOUNT) return forbidden()
  const payment = store.payments.get(psp)
  if (payment === undefined) return invalid('167', 'Original pspReference required for this operation')
  const asked = 'amount' in output ? output.amount.value : payment.amount
  const operation = {
    psp: pspReference(),
    reference: output.reference ?? payment.reference,
    amount: amountOf(asked),
    now,
  }
  const result = context.isRefused
    ? { reason: 'Refused' }
    : OPERATIONS[modification](payment, operation.amount)
  return received(
    {
      merchantAccount: MERCHANT_ACCOUNT,
      paymentPspReference: psp,
      pspReference: operation.psp,
      reference: operation.reference,
      ...('amount' in output && { amount: output.amount }),
    },
    finish(payment, { ...operation, result, eventCode: EVENTS[modification] }),
  )
}

/** `POST /cancels`: cancels by the store's own reference, for a store that does not know Adyen's number. */
export function cancelByReference(context: Omit<ModificationContext, 'psp'>): Answer {
  const { store, body, now } = context
  const read = v.safeParse(byReference, body)
  if (!read.success) return invalid('137', `Invalid modification: ${v.summarize(read.issues)}`)
  const { merchantAccount, paymentReference, reference: own } = read.output
  if (merchantAccount !== MERCHANT_ACCOUNT) return forbidden()
  const payments = [...store.payments.values()].filter(one => one.reference === paymentReference)
  const payment =
    payments.find(one => one.status !== 'refused') ?? payments[0] ?? unknownPayment(paymentReference)
  const operation = { psp: pspReference(), reference: own ?? paymentReference, amount: payment.amount, now }
  const result = context.isRefused ? { reason: 'Refused' } : cancel(payment)
  return received(
    {
      merchantAccount,
      paymentReference,
      pspReference: operation.psp,
      ...(own !== undefined && { reference: own }),
    },
    finish(payment, { ...operation, result, eventCode: 'TECHNICAL_CANCEL' }),
  )
}

const EVENTS = { captures: 'CAPTURE', cancels: 'CANCELLATION', refunds: 'REFUND' } as const

const OPERATIONS = { captures: capture, cancels: cancel, refunds: refund } as const

function capture(payment: Payment, amountToTake: number): Result {
  if (payment.status !== 'authorised') return { reason: 'Transaction not in a state to be captured' }
  return { payment: { ...payment, status: 'captured', captured: amountToTake }, kind: 'captured' }
}

/** A payment that the shopper has not made yet is not an authorisation, so it cannot be cancelled. */
function cancel(payment: Payment): Result {
  if (payment.status !== 'authorised') return { reason: 'Transaction not in a state to be cancelled' }
  return { payment: { ...payment, status: 'cancelled' }, kind: 'voided' }
}

function refund(payment: Payment, amountToReturn: number): Result {
  const refunded = payment.refunded + amountToReturn
  if (refunded > payment.captured) return { reason: 'Insufficient balance on payment' }
  return { payment: { ...payment, refunded }, kind: 'refunded' }
}

interface OperationEnd extends Operation {
  readonly result: Result
  readonly eventCode: string
}

function finish(before: Payment, { result, eventCode, ...operation }: OperationEnd): Partial<Changes> {
  const { amount: value, now } = operation
  const event: WebhookEvent = { ...operation, eventCode, success: 'payment' in result, isOperation: true }
  if (!('payment' in result)) {
    // No record changes; for a reference that belongs to no payment there is none.
    const { outbox = [] } = withWebhook(before, { event: { ...event, reason: result.reason }, now }).changes
    return { outbox }
  }
  const { payment, kind } = result
  return withWebhook(payment, { event, now, money: [moneyOf(payment, { kind, amount: value, now })] }).changes
}

/** Stands for a payment that Adyen does not know. */
function unknownPayment(paymentReference: string): Payment {
  return {
    psp: '',
    reference: paymentReference,
    type: 'scheme',
    variant: 'unknown',
    last4: null,
    amount: 0,
    captured: 0,
    refunded: 0,
    status: 'closed',
    manualCapture: false,
    returnUrl: '',
    page: null,
    redirectResult: null,
    authentication: null,
    refusal: null,
    validUntil: null,
  }
}
