import { useLocation } from '../../../page/router.tsx'
import { isSpot } from '../../../page/spot-redirects.ts'
import type { Pieces } from '../../../session/pieces.ts'
import { useSession } from '../../../session/session.ts'
import type { Paid } from '../../payable/payable.ts'

type SavedPaying = Pick<Pieces, 'payingFor' | 'orderToken' | 'spotOrderToken'>

/**
 * The thing that is paid on a route: its path says it, or its query where a provider returned the visitor; else what
 * this tab has saved.
 */
export function paidOf(route: string, saved: SavedPaying): Paid {
  const [path = '', text = ''] = route.split('?')
  if (isSpot(path)) return 'spot'
  const query = new URLSearchParams(text)
  if (query.get('time_change') === 'true') return 'time_change'
  if (query.get('spot') === 'true') return 'spot'
  const paid = savedPaid(saved)
  const isDenied = query.get(paid) === 'false'
  return isDenied ? 'order' : paid
}

/** An order token of the door alone says it too: the answer that says what is paid may have been lost. */
function savedPaid({ payingFor, orderToken, spotOrderToken }: SavedPaying): Paid {
  return payingFor ?? (spotOrderToken !== null && orderToken === null ? 'spot' : 'order')
}

/** The thing that is paid on the page that is shown. */
export function usePaidHere(): Paid {
  const { pathname, search } = useLocation()
  const payingFor = useSession(session => session.payingFor)
  const orderToken = useSession(session => session.orderToken)
  const spotOrderToken = useSession(session => session.spotOrderToken)
  return paidOf(pathname + search, { payingFor, orderToken, spotOrderToken })
}
