import { KEPT_AT } from '@kippu/contract/kept-tickets'
import { readTickets } from '@kippu/contract/reservations'
import type { Ticket } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { isGone } from '../../api/is-gone.ts'
import { useLanguage } from '../../i18n/texts.tsx'

/** Tickets without a connection are asked for again after this time, in ms. */
const ASK_AGAIN = 15_000

export interface KnownTickets {
  readonly tickets: readonly Ticket[]
  /** When the server gave this answer, where it was kept on the device (decision 51); null for one that has just come. */
  readonly keptAt: number | null
}

/** The tickets of a reservation in the visitor's language, perhaps as they were when there was a connection. */
export function useTickets(reservationToken: string): UseQueryResult<KnownTickets> {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['tickets', reservationToken, lang],
    queryFn: async ({ client, queryKey }): Promise<KnownTickets> => {
      let keptAt: number | null = null
      const parts = { params: { reservation_token: reservationToken }, query: { lang } }
      const tickets = await request(readTickets, parts, {
        // The page asks again and again: no bar runs above a code for that.
        isBackground: client.getQueryData(queryKey) !== undefined,
        onAnswer: headers => {
          const kept = headers.get(KEPT_AT)
          keptAt = kept === null ? null : Number(kept)
        },
      })
      return { tickets, keptAt }
    },
    refetchOnReconnect: true,
    refetchInterval: ({ state: { data, error } }) =>
      (data?.keptAt ?? null) === null || isGone(error) ? false : ASK_AGAIN,
  })
}
