import type { Pieces, RefusedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'

/** The refused payment of the order that this tab has now; null when there is none. */
export function useRefusal(paid: PaidOrder): RefusedPayment | null {
  return useSession(session => {
    const { refusedPayment: refused } = session
    return refused?.paid === paid && refused.token === tokenOf(session, paid) ? refused : null
  })
}

/** The token of the order that this tab has of the web, or at the door. */
export function tokenOf(
  { orderToken, spotOrderToken }: Pick<Pieces, 'orderToken' | 'spotOrderToken'>,
  paid: PaidOrder,
): string | null {
  return paid === 'spot' ? spotOrderToken : orderToken
}
