import type { SavedOrder } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'

/**
 * The order that this tab made or opened by the link of its mail; null when there is none, or when it was given back
 * (S-1.17). Its hold may have ended: see `expiresAt`. Giving an order back clears `orderToken` and keeps `savedOrder`,
 * so both are looked at.
 */
export function useOwnOrder(): SavedOrder | null {
  return useSession(({ orderToken, savedOrder }) => (orderToken === null ? null : savedOrder))
}
