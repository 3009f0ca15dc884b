import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

import type { Faults, RequestOp } from './faults.ts'
import { hangUp } from './hang-up.ts'
import type { Provider } from './providers.ts'

/** One call of a provider's API, told in the provider's own answers. */
export interface ProviderCall<Answer> {
  readonly faults: Faults
  readonly provider: Provider
  readonly op: RequestOp
  readonly reply: FastifyReply
  /**
   * Does the work and commits it, so that it stands before the answer leaves. `amountOf` gives the amount in yen to take
   * or to speak of where the given one was asked for: the same, unless the fault `wrong_amount` strikes.
   */
  readonly run: (amountOf: (asked: number) => number) => Answer | Promise<Answer>
  /** How the provider says that it is in trouble (fault `http_500`); nothing has happened. */
  readonly trouble: () => Answer
  /** How the provider refuses this call (fault `refuse`); nothing has happened. */
  readonly refusal: () => Answer
  readonly send: (reply: FastifyReply, answer: Answer) => FastifyReply
}

/**
 * Runs a call under the fault that is armed for it, if any. An answer that is `lost` (test card 0408) hangs up like
 * `drop_after`: the effect stands, the caller never hears of it.
 */
export async function underFault<Answer extends { lost?: boolean | undefined }>(
  call: ProviderCall<Answer>,
): Promise<FastifyReply> {
  const { reply, send } = call
  const fault = call.faults.take(call.provider, call.op)
  if (fault?.mode === 'drop_before') return hangUp(reply)
  if (fault?.mode === 'http_500') return send(reply, call.trouble())
  if (fault?.mode === 'refuse') return send(reply, call.refusal())
  const answer = await call.run(asked =>
    fault?.mode === 'wrong_amount' ? (fault.value ?? asked + 1) : asked,
  )
  if (fault?.mode === 'drop_after' || answer.lost === true) return hangUp(reply)
  if (fault?.mode === 'delay_ms') await pause(fault.value ?? 1000)
  return send(reply, answer)
}
