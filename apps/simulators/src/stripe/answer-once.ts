import { createHash } from 'node:crypto'

import { type Answer, idempotencyError } from './answer.ts'
import type { StripeStore } from './stripe-store.ts'

/** What the key protects: one method, path and body. */
export interface KeyedRequest {
  readonly key: string | undefined
  readonly method: string
  readonly path: string
  readonly params: unknown
}

/**
 * Runs the operation and commits what it changed together with its answer. A repeat with the same key gets the stored
 * answer, errors included; the same key with another request is refused.
 */
export function answerOnce(
  store: StripeStore,
  request: KeyedRequest,
  operation: () => Answer,
): Answer & { readonly replayed: boolean } {
  const { key } = request
  const stored = key === undefined ? undefined : store.answers.get(key)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([request.method, request.path, sorted(request.params)]))
    .digest('base64url')
  if (stored !== undefined && stored.request !== fingerprint)
    return { ...idempotencyError(stored.key), replayed: false }
  if (stored !== undefined) return { status: stored.status, body: stored.body, replayed: true }

  const answer = operation()
  const { status, body, changes = {} } = answer
  if (key !== undefined || Object.keys(changes).length > 0) {
    const answers = key === undefined ? [] : [{ key, request: fingerprint, status, body }]
    store.commit({ ...changes, answers })
  }
  return { ...answer, replayed: false }
}

/** Field order does not make another request. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}
