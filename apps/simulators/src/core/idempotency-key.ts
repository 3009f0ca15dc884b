import { createHash } from 'node:crypto'

import * as v from 'valibot'

/** The answer that was given under an idempotency key. The request is kept as a hash. */
export const storedAnswerSchema = v.object({
  key: v.string(),
  request: v.string(),
  status: v.number(),
  body: v.record(v.string(), v.unknown()),
})

export type StoredAnswer = v.InferOutput<typeof storedAnswerSchema>

/** A request with the key it may carry. Two requests are the same when their `content` is the same JSON. */
export interface KeyedRequest {
  readonly key: string | undefined
  readonly content: unknown
}

/**
 * The use a request makes of its key. `first`: the key is new, or there is none; the request is to be run and its
 * answer kept. `repeated`: the request was answered before. `reused`: the key belongs to another request.
 */
export type KeyUse =
  | { readonly kind: 'first'; keep(answer: Pick<StoredAnswer, 'status' | 'body'>): StoredAnswer[] }
  | { readonly kind: 'repeated'; readonly answer: StoredAnswer }
  | { readonly kind: 'reused'; readonly key: string }

export function keyUseOf(answers: ReadonlyMap<string, StoredAnswer>, { key, content }: KeyedRequest): KeyUse {
  if (key === undefined) return { kind: 'first', keep: () => [] }
  const request = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  const answer = answers.get(key)
  if (answer === undefined)
    return { kind: 'first', keep: ({ status, body }) => [{ key, request, status, body }] }
  return answer.request === request ? { kind: 'repeated', answer } : { kind: 'reused', key }
}
