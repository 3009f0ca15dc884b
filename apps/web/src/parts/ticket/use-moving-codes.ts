import { readTicketCodes } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { request } from '../../api/client.ts'
import { serverNow } from '../../api/server-clock.ts'
import { codeToShow, endOf, type MovingCodes, nextChange, type ShownCode } from './moving-codes.ts'
import type { KnownTickets } from './use-tickets.ts'
import { isShownAtGate } from './ticket-state.ts'

/** Between two questions for codes at least, in ms. */
const ASK_AGAIN = 10_000

const NONE: MovingCodes = []

export type CodeOf = (ticket: Ticket) => ShownCode

/**
 * What each ticket shows in its QR code. Codes that change are asked for again when half of them are used up, and are kept in the
 * memory of the page alone: the copy for offline use has the code that does not change (decision 51).
 */
export function useMovingCodes(reservationToken: string, { tickets, keptAt }: KnownTickets): CodeOf {
  const isNeeded = keptAt === null && tickets.some(ticket => ticket.rotates && isShownAtGate(ticket))
  const { data } = useQuery({
    queryKey: ['ticket-codes', reservationToken],
    queryFn: () =>
      request(
        readTicketCodes,
        { params: { reservation_token: reservationToken } },
        // The page asks again and again: no bar runs above a code for that.
        { isBackground: true },
      ),
    enabled: isNeeded,
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => Math.max(ASK_AGAIN, (endOf(state.data ?? NONE) - serverNow()) / 2),
  })
  const moving = data ?? NONE
  const now = useNow(moving)
  return ticket => codeToShow(ticket, moving, now)
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
    // What stood still in a page that was hidden shows the present code at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moving, next])
  return now
}
