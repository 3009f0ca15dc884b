import { type Calendar, readCalendarCall } from '@kippu/contract/console/calendar'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { callStaff } from '../api'

export interface AskedDays {
  readonly site: string
  /** Both included. */
  readonly from: string
  readonly to: string
}

/** How often the numbers are read again while somebody looks at them, in ms. */
const AGAIN_MS = 10_000

export function useCalendar({ site, from, to }: AskedDays): UseQueryResult<Calendar> {
  return useQuery({
    queryKey: ['calendar', site, from, to],
    queryFn: () => callStaff(readCalendarCall, { params: { site }, query: { from, to } }),
    refetchInterval: AGAIN_MS,
  })
}
