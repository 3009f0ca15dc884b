import { type Answer, invalidRequest } from './answer.ts'
import { presentIntent } from './present.ts'
import type { Intent } from './records.ts'

/**
 * 400: the state of the intent does not allow the step. The answer has the intent, so that the caller learns its state.
 */
export function unexpectedState(intent: Intent, origin: string, verb: string): Answer {
  return invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: presentIntent(intent, origin) },
  )
}
