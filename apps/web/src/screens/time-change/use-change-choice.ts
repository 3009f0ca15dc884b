import type { Answer } from '@kippu/contract/call'
import { searchChangeDays } from '@kippu/contract/time-changes'
import { addDays } from '@kippu/domain/jst-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'

/** Where a reservation may move to, with the days of all ranges that were read. */
export type ChangeChoice = Answer<typeof searchChangeDays>

/** The longest range that one call answers, in days, and how many ranges are read at most: more than a year. */
const DAYS_READ = 100
const MOST_RANGES = 4

/** Stock of the days, in ms. */
const FRESH = 30_000

export const CHANGE_CHOICE = 'change choice'

interface ChangeChoiceRead {
  readonly choice: ChangeChoice | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** The days that a reservation may move to: the first hundred at once, further ones while there are any. */
export function useChangeChoice(reservationToken: string): ChangeChoiceRead {
  const lang = useLanguage()
  const { today } = useFirstView()
  const query = useInfiniteQuery({
    queryKey: [CHANGE_CHOICE, reservationToken, lang],
    queryFn: ({ pageParam }) =>
      request(searchChangeDays, {
        query: {
          reservation_token: reservationToken,
          from: addDays(today, pageParam * DAYS_READ),
          to: addDays(today, (pageParam + 1) * DAYS_READ - 1),
          lang,
        },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length < MOST_RANGES && last.days.some(day => day.time_spans.length > 0) ? pages.length : null,
    staleTime: FRESH,
  })
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  return { choice: data === undefined ? undefined : joined(data.pages), error, retry: () => void refetch() }
}

function joined(pages: readonly ChangeChoice[]): ChangeChoice | undefined {
  const [first] = pages
  if (first === undefined) return undefined
  const sets = first.set_products.map(set => ({
    ...set,
    time_spans: pages.flatMap(
      ({ set_products }) => set_products.find(({ uuid }) => uuid === set.uuid)?.time_spans ?? [],
    ),
  }))
  return { ...first, days: pages.flatMap(({ days }) => days), set_products: sets }
}
