import { type Calendar, readCalendarCall } from '@kippu/contract/console/calendar'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { callStaff } from '../api'
import { type AskedDays, watchCalendar, type Watched } from './watch-calendar'

/** How often the numbers are read while no stream brings them, in ms. */
const AGAIN_MS = 10_000

interface ShownCalendar {
  readonly calendar: Pick<UseQueryResult<Calendar>, 'data' | 'error' | 'refetch'>
  /** Whether changes come by themselves, and from when the numbers are where they do not. */
  readonly isLive: boolean
  readonly readAt: number
}

/** The calendar of some days as it is now: it is read once, and then each change is sent. */
export function useCalendar({ site, from, to }: AskedDays): ShownCalendar {
  const [watched, setWatched] = useState<Watched>()
  const read = useQuery({
    queryKey: ['calendar', site, from, to],
    queryFn: () => callStaff(readCalendarCall, { params: { site }, query: { from, to } }),
    refetchInterval: () => (watched?.isLive === true ? false : AGAIN_MS),
  })
  const { data: base, error, refetch, dataUpdatedAt } = read
  useEffect(
    () => (base === undefined ? undefined : watchCalendar({ site, from, to }, base, setWatched)),
    [site, from, to, base],
  )
  const live = watched !== undefined && watched.base === base ? watched : undefined
  return {
    calendar: { data: live?.calendar ?? base, error, refetch },
    isLive: live?.isLive === true,
    readAt: Math.max(dataUpdatedAt, live?.toldAt ?? 0),
  }
}
