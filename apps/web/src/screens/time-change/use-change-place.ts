import { useEffect } from 'react'

import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { useParams } from '../../page/router.tsx'
import { useSession } from '../../session/session.ts'

/** The change that the address names; it is kept for the way back from a provider. */
export function useChangePlace(): TimeChangePlace {
  const { reservationToken: oldToken = '', timechangeToken: token = '' } = useParams()
  useEffect(() => useSession.setState({ changeDateResult: { oldToken, token } }), [oldToken, token])
  return { oldToken, token }
}
