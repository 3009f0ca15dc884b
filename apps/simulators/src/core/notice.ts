import * as v from 'valibot'

import { PROVIDERS } from './providers.ts'

/** Which reply of the store counts as taken; anything else, and the notice comes again. */
const acceptsSchema = v.union([
  v.strictObject({ status: v.literal('2xx') }),
  v.strictObject({ text: v.string() }),
  v.strictObject({ startsWith: v.string() }),
  v.strictObject({ contains: v.string() }),
])

export const noticeSchema = v.strictObject({
  /** Unique among all notices. */
  id: v.string(),
  provider: v.picklist(PROVIDERS),
  /** An address, or a path of the store such as `/payment-webhooks/stripe`, which waits until the store has an address. */
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  /** The bytes, in base64; the same at every attempt. */
  body: v.string(),
  accepts: acceptsSchema,
})

/** What a provider tells the store by itself, by POST. */
export type Notice = v.InferOutput<typeof noticeSchema>

/** True when the store took the notice. Text is compared without the white space around it. */
export function isTaken(
  { accepts }: Notice,
  { ok, text }: { readonly ok: boolean; readonly text: string },
): boolean {
  if (!ok) return false
  if ('text' in accepts) return text.trim() === accepts.text
  if ('startsWith' in accepts) return text.trim().startsWith(accepts.startsWith)
  if ('contains' in accepts) return text.includes(accepts.contains)
  return true
}
