import type { RefusedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import { TOKEN_OF } from '../order/current-order.ts'

/** The refused payment of the order that this tab has now; null when there is none. */
export function useRefusal(paid: PaidOrder): RefusedPayment | null {
  return useSession(session => {
    const { refusedPayment: refused } = session
    return refused?.paid === paid && refused.token === session[TOKEN_OF[paid]] ? refused : null
  })
}
