import { readTicketCodes } from '@kippu/contract/check-in'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import { request } from '../../api/client.ts'
import { serverNow } from '../../api/server-clock.ts'
import { endOf, type MovingCodes, nextChange, presentCodes } from './moving-codes.ts'
import type { PresentCodes } from './shown-code.ts'

/** Between two questions for codes at least, in ms. */
const ASK_AGAIN = 10_000

const NONE: MovingCodes = []

interface RotationProps {
  readonly reservationToken: string
  readonly onCodes: (present: PresentCodes) => void
}

/**
 * Tells the codes of each moment while it is on the page. It asks for the next ones when half of them are used up, and keeps them in the
 * memory of the page alone. Most houses have no such codes: its program comes with the first of them.
 */
export function Rotation({ reservationToken, onCodes }: RotationProps): null {
  const { data } = useQuery({
    queryKey: ['ticket-codes', reservationToken],
    queryFn: () =>
      request(
        readTicketCodes,
        { params: { reservation_token: reservationToken } },
        // The page asks again and again: no bar runs above a code for that.
        { isBackground: true },
      ),
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => Math.max(ASK_AGAIN, (endOf(state.data ?? NONE) - serverNow()) / 2),
  })
  const moving = data ?? NONE
  const now = useNow(moving)
  const present = useMemo(() => presentCodes(moving, now), [moving, now])
  useEffect(() => onCodes(present), [onCodes, present])
  return null
}

/** The server's time, in ms since 1970, as of the last moment at which another code came to be shown. */
function useNow(moving: MovingCodes): number {
  const [now, setNow] = useState(serverNow)
  const next = nextChange(moving, now)
  useEffect(() => {
    const look = (): void => setNow(serverNow())
    look()
    if (next === null) return
    const timer = setTimeout(look, next - serverNow())
    // A mark that stood still in a hidden page shows the present code at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moving, next])
  return now
}
