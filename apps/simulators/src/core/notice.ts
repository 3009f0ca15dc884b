import * as v from 'valibot'

import { PROVIDERS } from './providers.ts'

/** The reply by which the store accepts the notice. After any other reply the notice is sent again. */
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
  /**
   * An address, or a path of the store such as `/payment-webhooks/stripe`; a notice for a path waits until the address
   * of the store is known.
   */
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  /** The bytes in base64, the same at every attempt. */
  body: v.string(),
  accepts: acceptsSchema,
})

/** A message that a provider posts to the store unasked: a webhook event or a result notification. */
export type Notice = v.InferOutput<typeof noticeSchema>

/** True when the store accepted the notice. Its text is compared without surrounding white space. */
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
