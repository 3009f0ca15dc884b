import { type Calendar, readCalendarCall } from '@kippu/contract/console/calendar'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'

import { callStaff } from '../api'
import { todayInJapan } from '../formats'
import { useLanguage } from '../language'

/** The products of a site, by their names. */
export function useNamedProducts(site: string): UseQueryResult<Calendar> {
  const today = todayInJapan()
  return useQuery({
    queryKey: ['calendar', site, today, today],
    queryFn: () => callStaff(readCalendarCall, { params: { site }, query: { from: today, to: today } }),
  })
}

const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Says products by their names where a sheet has no code of the venue for them. */
export function useCalled(site: string): (text: string) => string {
  const { pick } = useLanguage()
  const { data } = useNamedProducts(site)
  const names = new Map(data?.products.map(({ uuid, name_ja: ja, name_en: en }) => [uuid, pick({ ja, en })]))
  return text => text.replaceAll(UUIDS, uuid => names.get(uuid) ?? uuid)
}
