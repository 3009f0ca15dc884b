import type { SavedOrder } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'

/** The visitor's own order that still holds tickets, as far as this tab knows (S-1.17). */
export function useHeldOrder(): SavedOrder | null {
  return useSession(({ orderToken, savedOrder }) => (orderToken === null ? null : savedOrder))
}
