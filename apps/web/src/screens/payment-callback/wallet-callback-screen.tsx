import type { ReactElement } from 'react'

import { dPayConfirm, genericError } from '../../page/redirects.ts'
import { Navigate, useSearchParams } from '../../page/router.tsx'
import { useSession } from '../../session/session.ts'

/**
 * `/payment-callback/wallet`: the return from the login to d ACCOUNT. It goes on only with the state that this browser
 * took along; otherwise it makes no call to the server.
 */
export function WalletCallbackScreen(): ReactElement {
  const state = useSearchParams()[0].get('state')
  const expected = useSession(session => session.dPayState)
  const isOurs = state !== null && state !== '' && state === expected
  return <Navigate to={isOurs ? dPayConfirm() : genericError()} replace />
}
