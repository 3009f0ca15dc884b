import type { Reservation, Ticket } from '@kippu/contract/reservations'
import type { Share } from '@kippu/contract/shares'
import { createShare, listShares } from '@kippu/contract/shares'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { isMoved } from '../../api/is-moved.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { useSession } from '../../session/session.ts'
import { useReservation } from '../ticket/use-reservation.ts'
import { useTickets } from '../ticket/use-tickets.ts'

/** A reservation with its tickets and what of it is in other hands. */
export interface Party {
  readonly reservation: Reservation
  readonly tickets: readonly Ticket[]
  readonly shares: readonly Share[]
}

interface PartyRead {
  /** Undefined until everything was read. */
  readonly party: Party | undefined
  /** The visit has another address now. */
  readonly isMoved: boolean
  readonly isError: boolean
  /** Reads everything again. */
  readonly reread: () => Promise<void>
}

export function useParty(reservationToken: string): PartyRead {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const reservation = useReservation(reservationToken)
  const tickets = useTickets(reservationToken)
  const shares = useQuery({
    queryKey: ['shares', reservationToken, lang],
    queryFn: () => request(listShares, { query: { reservation_token: reservationToken, lang } }),
  })
  const reads = [reservation, tickets, shares]
  return {
    party:
      reservation.data === undefined || tickets.data === undefined || shares.data === undefined
        ? undefined
        : { reservation: reservation.data, tickets: tickets.data.tickets, shares: shares.data },
    isMoved: reads.some(({ error }) => isMoved(error)),
    isError: reads.some(({ isError }) => isError),
    reread: async () => {
      await Promise.all(
        ['reservation', 'tickets', 'shares'].map(name =>
          queryClient.invalidateQueries({ queryKey: [name, reservationToken] }),
        ),
      )
    },
  }
}

interface HandingOn {
  /** Hands tickets on, by their numbers; it is the share of this tab from then on. */
  readonly handOn: (ids: readonly number[]) => Promise<Share>
  readonly isBusy: boolean
}

/** After a refusal, or an answer that was lost, the page reads anew what became of it. */
export function useHandOn(reservationToken: string, reread: () => Promise<void>): HandingOn {
  const lang = useLanguage()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (ids: readonly number[]) =>
      request(createShare, {
        query: { lang },
        body: { reservation_token: reservationToken, ticket_ids: [...ids] },
      }),
    onSuccess: ({ share_token: shareToken }) => useSession.setState({ shareToken }),
    onSettled: () => reread(),
  })
  return { handOn: mutateAsync, isBusy: isPending }
}
