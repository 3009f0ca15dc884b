import { readSpotOrderFields } from '@kippu/contract/spot'
import type { Answer } from '@kippu/contract/call'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'

/** The questions to the buyer of a reservation of the door, and whether its tickets were mailed. */
export function useSpotFields(
  reservationToken: string,
  { isNeeded = true }: { readonly isNeeded?: boolean } = {},
): UseQueryResult<Answer<typeof readSpotOrderFields>> {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['spot fields', reservationToken, lang],
    queryFn: () =>
      request(readSpotOrderFields, { params: { reservation_token: reservationToken }, query: { lang } }),
    enabled: isNeeded,
    // The visitor's typed text is not replaced.
    staleTime: Infinity,
  })
}
