import { type KeyedRequest, keyUseOf } from '../core/idempotency-key.ts'
import type { AdyenStore } from './adyen-store.ts'
import { type Answer, invalid } from './answer.ts'

/**
 * Runs the operation and commits what it changed together with its answer. A repeat with the same key gets the stored
 * answer; a transient one is not stored. The same key with another request is refused, so that a store that repeats
 * carelessly is noticed.
 */
export function answerOnce(store: AdyenStore, request: KeyedRequest, operation: () => Answer): Answer {
  const use = keyUseOf(store.answers, request)
  if (use.kind === 'reused') return invalid('422', 'The idempotency key was used for another request')
  if (use.kind === 'repeated') return { status: use.answer.status, body: use.answer.body }

  const answer = operation()
  const { changes = {}, transient = false } = answer
  store.commit({ ...changes, answers: transient ? [] : use.keep(answer) })
  return answer
}
