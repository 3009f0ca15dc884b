import { type Answer, invalidRequest } from './answer.ts'
import { presentIntent } from './present.ts'
import type { Intent } from './records.ts'

/** The intent's state does not allow the step: 400, with the intent, so that the caller sees where it stands. */
export function unexpectedState(intent: Intent, origin: string, verb: string): Answer {
  return invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: presentIntent(intent, origin) },
  )
}
