import { writeTime } from '../core/japanese-time.ts'
import { ng, ok, type Reply } from './answer.ts'
import { cancel, newTransactionId, type PaymentStep, refund, sell } from './payment-life.ts'
import type { Payment } from './records.ts'
import type { SettleContext } from './settle-card.ts'

/** ST02-00201-311: captures a payment of PayPay, at once or, when the sale is only accepted, some inquiries later. */
export function sellPaypay(context: SettleContext): Reply {
  const { payment, values, now, settings } = context
  if (payment.state !== 'authorized') return ng(context, payment.state === 'cancelled' ? '40' : '41')
  const amount = Number(values['amount'])
  if (amount > payment.amount) return ng(context, '79')
  if (settings.accept_sales === 0) return done(context, sell(payment, now, amount))
  const accepted: Payment = {
    ...payment,
    state: 'sales_accepted',
    accept_left: settings.accept_sales,
    accepted_amount: amount,
  }
  return ok(
    context,
    { res_result: 'AC', res_sps_transaction_id: newTransactionId(context.id) },
    { payments: [accepted] },
  )
}

/** ST02-00303-311: releases the authorisation, or refunds all that is left. */
export function cancelPaypay(context: SettleContext): Reply {
  const { payment, now } = context
  switch (payment.state) {
    case 'authorized':
      return done(context, cancel(payment, now))
    case 'sold':
    case 'partially_refunded':
      return done(context, refund(payment, now, payment.captured - payment.refunded))
    case 'sales_accepted':
      return ng(context, '36')
    case 'cancelled':
      return ng(context, '52')
    case 'refunded':
      return ng(context, '46')
  }
}

/** ST02-00306-311 and -510: refunds the amount that the request names. */
export function refundWallet(context: SettleContext): Reply {
  const { payment, values, now } = context
  if (payment.state === 'refunded') return ng(context, '46')
  if (payment.state !== 'sold' && payment.state !== 'partially_refunded') return ng(context, 'K0')
  const amount = Number(values['amount'])
  if (amount > payment.captured - payment.refunded) return ng(context, 'K1')
  return done(context, refund(payment, now, amount))
}

/** PayPay's statuses. After a partial refund the status remains that of a captured payment. */
const STATUSES: Record<Payment['state'], string> = {
  authorized: '1',
  sales_accepted: '2',
  sold: '3',
  partially_refunded: '3',
  cancelled: '4',
  refunded: '5',
}

/**
 * MG01-00101-311: gives the status by tracking id or order id. Each inquiry brings an accepted sale nearer to its end.
 */
export function inquirePaypay(context: SettleContext): Reply {
  const { payment: asked, now } = context
  const { payment, changes } = nearerToSale(asked, now)
  const info = {
    order_date: writeTime(now),
    tracking_id: payment.tracking_id,
    payment_status: STATUSES[payment.state],
  }
  return ok(context, { res_sps_transaction_id: '', res_status: '0', res_pay_method_info: info }, changes)
}

function nearerToSale(payment: Payment, now: Date): PaymentStep {
  if (payment.state !== 'sales_accepted') return { payment, changes: {} }
  if (payment.accept_left === 0) return sell(payment, now, payment.accepted_amount)
  const nearer = { ...payment, accept_left: payment.accept_left - 1 }
  return { payment: nearer, changes: { payments: [nearer] } }
}

function done(context: SettleContext, { changes }: PaymentStep): Reply {
  return ok(context, { res_sps_transaction_id: newTransactionId(context.id) }, changes)
}
