import type { Pieces, RefusedPayment } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { Paid } from '../../payable/payable.ts'

/** The refused payment of what this tab is about to pay now; null when there is none. */
export function useRefusal(paid: Paid): RefusedPayment | null {
  return useSession(session => {
    const { refusedPayment: refused } = session
    return refused?.paid === paid && refused.token === tokenOf(session, paid) ? refused : null
  })
}

/** The token of the order that this tab has of the web or at the door, or of its change of time. */
export function tokenOf(
  {
    orderToken,
    spotOrderToken,
    changeDateResult,
  }: Pick<Pieces, 'orderToken' | 'spotOrderToken' | 'changeDateResult'>,
  paid: Paid,
): string | null {
  switch (paid) {
    case 'order':
      return orderToken
    case 'spot':
      return spotOrderToken
    case 'time_change':
      return changeDateResult?.token ?? null
  }
}
