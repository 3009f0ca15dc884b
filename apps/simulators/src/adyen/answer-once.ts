import { createHash } from 'node:crypto'

import type { AdyenStore } from './adyen-store.ts'
import { type Answer, invalid } from './answer.ts'

/** What the key protects: one path and body. */
export interface KeyedRequest {
  readonly key: string | undefined
  readonly path: string
  readonly body: unknown
}

/**
 * Runs the operation and commits what it changed together with its answer. A repeat with the same key gets the stored
 * answer; what is transient is not stored. The same key with another request is refused, so that a store that repeats
 * carelessly is found out.
 */
export function answerOnce(
  store: AdyenStore,
  { key, path, body: requested }: KeyedRequest,
  operation: () => Answer,
): Answer {
  const stored = key === undefined ? undefined : store.answers.get(key)
  const request = createHash('sha256')
    .update(JSON.stringify([path, requested]))
    .digest('base64url')
  if (stored !== undefined && stored.request !== request)
    return invalid('422', 'The idempotency key was used for another request')
  if (stored !== undefined) return { status: stored.status, body: stored.body }

  const answer = operation()
  const { status, body, changes = {}, transient = false } = answer
  const answers = key === undefined || transient ? [] : [{ key, request, status, body }]
  store.commit({ ...changes, answers })
  return answer
}
