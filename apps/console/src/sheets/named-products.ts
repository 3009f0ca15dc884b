import { type Calendar, readCalendarCall } from '@kippu/contract/console/calendar'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { callStaff } from '../api'
import { todayInJapan } from '../formats'

/** The products of a site, by their names. */
export function useNamedProducts(site: string): UseQueryResult<Calendar> {
  const today = todayInJapan()
  return useQuery({
    queryKey: ['calendar', site, today, today],
    queryFn: () => callStaff(readCalendarCall, { params: { site }, query: { from: today, to: today } }),
  })
}
