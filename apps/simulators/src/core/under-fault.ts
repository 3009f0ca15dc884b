import { setTimeout as pause } from 'node:timers/promises'

import type { FastifyReply } from 'fastify'

import type { Faults, RequestOp } from './faults.ts'
import { hangUp } from './hang-up.ts'
import type { Provider } from './providers.ts'

/** One call of a provider's API, with the provider's own answers. */
export interface ProviderCall<Answer> {
  readonly faults: Faults
  readonly provider: Provider
  readonly op: RequestOp
  readonly reply: FastifyReply
  /**
   * Does the work and commits it before the answer leaves. `amountOf` gives the amount in yen to charge or to report
   * for a requested one: the same amount, unless the fault `wrong_amount` applies.
   */
  readonly run: (amountOf: (asked: number) => number) => Answer | Promise<Answer>
  /** The provider's answer when it has an internal error (fault `http_500`); nothing has happened. */
  readonly trouble: () => Answer
  /** The provider's answer when it refuses this call (fault `refuse`); nothing has happened. */
  readonly refusal: () => Answer
  readonly send: (reply: FastifyReply, answer: Answer) => FastifyReply
}

/**
 * Runs a call under the fault that is armed for it, if any. An answer that is `lost` (test card 0408) closes the
 * connection like `drop_after`: the call has its effect, but the caller gets no answer.
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
