import * as v from 'valibot'

import { askProvider } from '../../src/payments/port/provider-http.ts'
import type { ExampleAccount } from './example-account.ts'

const payment = v.object({
  reference: v.string(),
  amount: v.number(),
  currency: v.string(),
  state: v.picklist(['open', 'authorized', 'captured', 'declined', 'cancelled', 'voided']),
  page: v.string(),
  refunded: v.number(),
})

/** A payment as Example Pay reports it. */
export type ExamplePayment = v.InferOutput<typeof payment>

type ExampleReply =
  | { readonly kind: 'payment'; readonly payment: ExamplePayment }
  /** Example Pay refused: its code. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No connection was made. */
  | { readonly kind: 'not_sent'; readonly reason: string }
  /** The call may have been executed. */
  | { readonly kind: 'lost'; readonly reason: string }

const refusal = v.object({ error: v.string() })

export type ExampleCall = (path: string, body?: object) => Promise<ExampleReply>

/** Calls Example Pay over HTTP: `GET` without a body. Every error becomes a value. */
export function createExampleClient({ apiUrl, merchant, key }: ExampleAccount): ExampleCall {
  return async (path, body) => {
    const what = `Example Pay ${path.split('/').at(-1)}`
    const response = await askProvider({
      what,
      url: `${apiUrl}${path}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${merchant}:${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: 15_000,
    })
    if (response.kind !== 'answered') return response
    const { status, body: bytes } = response
    const text = bytes.toString('utf8')
    const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), payment), text)
    if (status === 200 && answer.success) return { kind: 'payment', payment: answer.output }
    const refused = v.safeParse(v.pipe(v.string(), v.parseJson(), refusal), text)
    if (status >= 400 && status < 500 && refused.success)
      return { kind: 'refused', code: refused.output.error }
    // A 5xx, or an answer that we cannot read: the call may have been executed.
    return { kind: 'lost', reason: `${what}: status ${status}` }
  }
}
