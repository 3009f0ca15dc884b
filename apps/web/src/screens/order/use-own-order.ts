import type { SavedOrder } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'

/**
 * The order that this tab made or opened by the link of its mail; null when there is none, or when the visitor gave its
 * tickets back with `deleteOrder`. Giving them back clears only `orderToken`: `savedOrder` alone does not prove that
 * there is an order. Its hold may have ended: compare the result's `expiresAt`.
 */
export function useOwnOrder(): SavedOrder | null {
  return useSession(({ orderToken, savedOrder }) => (orderToken === null ? null : savedOrder))
}
