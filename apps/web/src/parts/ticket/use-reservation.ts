import { readReservation } from '@kippu/contract/reservations'
import type { Reservation } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'

/** The reservation that a token opens, in the visitor's language; not asked for while it is not needed. */
export function useReservation(
  reservationToken: string,
  { isNeeded = true }: { readonly isNeeded?: boolean } = {},
): UseQueryResult<Reservation> {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['reservation', reservationToken, lang],
    queryFn: () =>
      request(readReservation, { params: { reservation_token: reservationToken }, query: { lang } }),
    enabled: isNeeded,
    // It may be one that was kept while there was no connection (decision 51).
    refetchOnReconnect: true,
  })
}
