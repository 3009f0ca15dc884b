import type { Answer } from '@kippu/contract/call'
import { readTicket } from '@kippu/contract/check-in'
import type { TicketType } from '@kippu/domain/states/ticket'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'

/** Names one ticket of a reservation. */
export interface TicketName {
  readonly reservationToken: string
  readonly id: string
  readonly type: TicketType
}

export type TicketAtGate = Answer<typeof readTicket>

/** A ticket as it is at this moment. */
export function useTicketAtGate({ reservationToken, id, type }: TicketName): UseQueryResult<TicketAtGate> {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['ticket-at-gate', reservationToken, id, type, lang],
    queryFn: () =>
      request(readTicket, {
        params: { reservation_token: reservationToken, id },
        query: { type, lang },
      }),
    // Those who can go along are asked anew each time: nobody who has entered is chosen again.
    gcTime: 0,
    refetchOnReconnect: true,
  })
}
