import { conductOf } from '../core/test-cards.ts'
import { type Context, ng, ok, type Reply } from './answer.ts'
import type { RequestValues } from './check-request.ts'
import { cancel, commit, newTransactionId, type PaymentStep, refund, sell } from './payment-life.ts'
import type { Payment } from './records.ts'
import type { Settings } from './settings.ts'

export interface SettleContext extends Context {
  readonly values: RequestValues
  readonly settings: Settings
  readonly payment: Payment
}

/**
 * ST02-00101-101: commits the authorisation. A test card whose first answer is lost loses this answer, because it is
 * this call that binds.
 */
export function commitCard(context: SettleContext): Reply {
  const { payment, now, settings } = context
  if (payment.commit !== '0') return ng(context, '60')
  const lost = conductOf(payment.last4) === 'answer_lost'
  return { ...done(context, commit(payment, now, settings)), lost }
}

/** ST02-00201-101: captures the whole authorisation unless the request names an amount. */
export function sellCard(context: SettleContext): Reply {
  const { payment, values, now, settings } = context
  if (payment.state === 'cancelled') return ng(context, '40')
  if (payment.state !== 'authorized') return ng(context, '41')
  if (settings.card_sales === 'with_commit') return ng(context, '37')
  if (payment.commit !== '1') return ng(context, '39')
  const amount = Number(values['amount'] ?? payment.amount)
  return amount > payment.amount ? ng(context, '79') : done(context, sell(payment, now, amount))
}

/** ST02-00305-101: releases an amount that was not captured. */
export function cancelCard(context: SettleContext): Reply {
  const { payment, now } = context
  if (payment.state === 'cancelled') return ng(context, '52')
  if (payment.captured > 0) return ng(context, '49')
  return done(context, cancel(payment, now))
}

/** ST02-00303-101: releases the authorisation, or refunds all that is left. */
export function refundCard(context: SettleContext): Reply {
  const { payment, now } = context
  if (payment.state === 'cancelled') return ng(context, '45')
  if (payment.state === 'refunded') return ng(context, '46')
  if (payment.captured === 0) return done(context, cancel(payment, now))
  return done(context, refund(payment, now, payment.captured - payment.refunded))
}

/** ST02-00307-101: refunds a part, in addition to earlier ones. */
export function refundPartOfCard(context: SettleContext): Reply {
  const { payment, values, now } = context
  if (payment.state === 'cancelled') return ng(context, '45')
  if (payment.state === 'refunded') return ng(context, '46')
  if (payment.captured === 0) return ng(context, 'K0')
  const amount = Number(values['amount'])
  if (amount > payment.captured - payment.refunded) return ng(context, 'K1')
  return done(context, refund(payment, now, amount))
}

const STATUSES: Record<Payment['state'], string> = {
  authorized: '1',
  sales_accepted: '20',
  sold: '2',
  cancelled: '3',
  refunded: '4',
  partially_refunded: '5',
}

/** MG01-00101-101: gives the statuses, and no amount. */
export function inquireCard(context: SettleContext): Reply {
  const { payment } = context
  const info = {
    cc_company_code: '99661',
    cardbrand_code: 'V',
    recognized_no: '000000',
    commit_status: payment.commit,
    payment_status: STATUSES[payment.state],
  }
  return ok(context, { res_sps_transaction_id: '', res_status: '0', res_pay_method_info: info }, {})
}

function done(context: SettleContext, { changes }: PaymentStep): Reply {
  return ok(context, { res_sps_transaction_id: newTransactionId(context.id) }, changes)
}
