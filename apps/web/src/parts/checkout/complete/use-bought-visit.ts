import { readReservation } from '@kippu/contract/reservations'
import type { Reservation } from '@kippu/contract/reservations'
import { useQuery } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'

/**
 * The visit that was just bought: undefined while it is read, null where it can't be. The purchase is done, so no failure here is
 * shown to the visitor: the page does without it.
 */
export function useBoughtVisit(reservationToken: string): Reservation | null | undefined {
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: ['bought-visit', reservationToken, lang],
    queryFn: () =>
      request(readReservation, { params: { reservation_token: reservationToken }, query: { lang } }).catch(
        () => null,
      ),
  })
  return data
}
