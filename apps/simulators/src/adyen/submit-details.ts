import * as v from 'valibot'

import { conductOf } from '../core/test-cards.ts'
import { type Answer, invalid, type JsonObject, ok } from './answer.ts'
import { type Context, presentEnd } from './create-payment.ts'
import { authorise, CANCELLED, NOT_AUTHENTICATED, type PaymentStep, refuse, REFUSED } from './payment-life.ts'
import type { Payment } from './records.ts'

const request = v.object({ details: v.object({ redirectResult: v.pipe(v.string(), v.minLength(1)) }) })

/**
 * `POST /payments/details`: charges a card if its holder has passed the challenge. A wallet has paid on its own page
 * already.
 */
export function submitDetails({ store, body, now, amountOf }: Context): Answer {
  const read = v.safeParse(request, body)
  if (!read.success) return invalid('14_006', 'Missing or invalid details')
  const { redirectResult } = read.output.details
  const payment = [...store.payments.values()].find(one => one.redirectResult === redirectResult)
  if (payment === undefined) return invalid('14_030', 'Return value of the redirect cannot be read')
  const { payment: after, changes } = settle({ ...payment, amount: amountOf(payment.amount) }, payment, now)
  return ok(after.status === 'open' ? pending(after) : presentEnd(after), changes)
}

/** @param payment the payment with the amount to charge or to report. */
function settle(speakingOf: Payment, payment: Payment, now: Date): PaymentStep {
  const { status, authentication, last4 } = payment
  if (status !== 'open' || authentication === null) return { payment: speakingOf, changes: {} }
  if (authentication === 'failed') return refuse(payment, NOT_AUTHENTICATED, now)
  if (authentication === 'cancelled') return refuse(payment, CANCELLED, now)
  if (last4 !== null && conductOf(last4) === 'challenge_declined') return refuse(payment, REFUSED, now)
  return authorise(speakingOf, now)
}

function pending({ psp, reference }: Payment): JsonObject {
  return { resultCode: 'Pending', pspReference: psp, merchantReference: reference }
}
