import { useSearchParams } from '../../../page/router.tsx'
import { useSession } from '../../../session/session.ts'

/** Whether the visitor comes back from the payment of a change of time: by the address, else by what this tab saved (R-2.26, R-2.27, D-64). */
export function useIsTimeChange(): boolean {
  const asked = useSearchParams()[0].get('time_change')
  const saved = useSession(session => session.payingFor)
  return asked === null ? saved === 'time_change' : asked === 'true'
}
