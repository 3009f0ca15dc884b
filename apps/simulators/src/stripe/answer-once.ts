import { type KeyedRequest, keyUseOf } from '../core/idempotency-key.ts'
import { type Answer, idempotencyError } from './answer.ts'
import type { StripeStore } from './stripe-store.ts'

/**
 * Runs the operation and commits what it changed together with its answer. A repeat with the same key gets the stored
 * answer, errors included; the same key with another request is refused.
 */
export function answerOnce(
  store: StripeStore,
  request: KeyedRequest,
  operation: () => Answer,
): Answer & { readonly replayed: boolean } {
  const use = keyUseOf(store.answers, request)
  if (use.kind === 'reused') return { ...idempotencyError(use.key), replayed: false }
  if (use.kind === 'repeated') {
    const { status, body } = use.answer
    return { status, body, replayed: true }
  }
  const answer = operation()
  const { changes = {} } = answer
  const answers = use.keep(answer)
  if (answers.length > 0 || Object.keys(changes).length > 0) store.commit({ ...changes, answers })
  return { ...answer, replayed: false }
}

/** The value with its fields in a fixed order, because another order of the same fields is not another request. */
export function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}
