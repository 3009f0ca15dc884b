import type { Answer } from '@kippu/contract/call'
import type { issueSpotQrToken } from '@kippu/contract/signage'
import { epochMsOf } from '@kippu/domain/jst-date'

export type SpotCode = Answer<typeof issueSpotQrToken>

/** In ms: a code is taken off so long before it ends, because a visitor who scans it now opens it a moment later. */
const EARLY_MS = 10_000
/** The digits of the minute before are still accepted; in ms. */
const PRESENCE_GRACE_MS = 45_000

/** The part of the last answer that may be shown at a moment, in ms since 1970: never a code that is over. */
export function codeAt(
  code: SpotCode | null,
  now: number,
): { readonly url: string | null; readonly presence: string | null } {
  if (code === null) return { url: null, presence: null }
  const { url, expires_at, presence } = code
  const hasPresence = presence !== null && now < epochMsOf(presence.ends_at) + PRESENCE_GRACE_MS
  return {
    url: now < epochMsOf(expires_at) - EARLY_MS ? url : null,
    presence: hasPresence ? presence.code : null,
  }
}

/** In ms: when the next code is due after this one. It is renewed as the store says, with the minute's digits, and at midnight. */
export function renewIn({ renew_after_seconds, presence, expires_at }: SpotCode, now: number): number {
  const ends = [now + renew_after_seconds * 1_000, epochMsOf(expires_at)]
  if (presence !== null) ends.push(epochMsOf(presence.ends_at))
  return Math.max(1_000, Math.min(...ends) - now)
}
