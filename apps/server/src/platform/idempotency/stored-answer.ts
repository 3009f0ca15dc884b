import { type ErrorCode, isErrorCode } from '@kippu/contract/errors'
import * as v from 'valibot'

import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'

const stored = v.variant('kind', [
  v.object({ kind: v.literal('answer'), body: v.unknown() }),
  v.object({
    kind: v.literal('refusal'),
    code: v.pipe(
      v.string(),
      v.check(text => isErrorCode(text)),
    ),
    details: v.object({
      fields: v.optional(v.array(v.object({ field: v.string(), rule: v.string() }))),
      canRetry: v.optional(v.boolean()),
      orderToken: v.optional(v.string()),
      timeChangeToken: v.optional(v.string()),
      reservationToken: v.optional(v.string()),
      retryAfter: v.optional(v.number()),
    }),
  }),
])

/** Answers about the moment, and not about the request: the next request may be answered otherwise. */
const PASSING: readonly ErrorCode[] = ['busy', 'too_many_requests', 'too many mails']

/** An answer as it is kept for a repeated request; null for one that is not kept. */
export function writtenAnswer(answer: unknown): string | null {
  if (!isRefusal(answer)) return JSON.stringify({ kind: 'answer', body: answer })
  const { code, details } = answer
  return PASSING.includes(code) ? null : JSON.stringify({ kind: 'refusal', code, details })
}

/** The answer that was kept, with which the same status and the same body are sent. */
export function readAnswer(text: string): { readonly body: unknown } | Refusal {
  const answer = v.parse(stored, JSON.parse(text))
  if (answer.kind === 'answer') return { body: answer.body }
  if (!isErrorCode(answer.code)) throw new Error('a refusal without its code was kept')
  return refuse(answer.code, definedOf(answer.details))
}

type Details = v.InferOutput<(typeof stored)['options'][1]>['details']

function definedOf({ fields, canRetry, orderToken, timeChangeToken, reservationToken, retryAfter }: Details) {
  return {
    ...(fields !== undefined && { fields }),
    ...(canRetry !== undefined && { canRetry }),
    ...(orderToken !== undefined && { orderToken }),
    ...(timeChangeToken !== undefined && { timeChangeToken }),
    ...(reservationToken !== undefined && { reservationToken }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
