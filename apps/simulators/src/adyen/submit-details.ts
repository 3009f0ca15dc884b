import * as v from 'valibot'

import { conductOf } from '../core/test-cards.ts'
import { type Answer, invalid, type JsonObject, ok } from './answer.ts'
import { type Context, presentEnd } from './create-payment.ts'
import { authorise, CANCELLED, type Moved, NOT_AUTHENTICATED, refuse, REFUSED } from './payment-life.ts'
import type { Payment } from './records.ts'

const request = v.object({ details: v.object({ redirectResult: v.pipe(v.string(), v.minLength(1)) }) })

/** `POST /payments/details`: what the shopper did counts for a card from here on; a wallet has paid by itself. */
export function submitDetails({ store, body, now, amountOf }: Context): Answer {
  const read = v.safeParse(request, body)
  if (!read.success) return invalid('14_006', 'Missing or invalid details')
  const { redirectResult } = read.output.details
  const payment = [...store.payments.values()].find(one => one.redirectResult === redirectResult)
  if (payment === undefined) return invalid('14_030', 'Return value of the redirect cannot be read')
  const { payment: after, changes } = settle({ ...payment, amount: amountOf(payment.amount) }, payment, now)
  return ok(after.status === 'open' ? pending(after) : presentEnd(after), changes)
}

/** @param speakingOf the payment with the amount that is taken or spoken of. */
function settle(speakingOf: Payment, payment: Payment, now: Date): Moved {
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
