import { readTimeChange } from '@kippu/contract/time-changes'
import type { TimeChange } from '@kippu/contract/time-changes'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import type { TimeChangePlace } from '../../../page/change-redirects.ts'
import { timeChangeKey } from './time-change-key.ts'

/** The end of a change of time, for a page that says something of its own where that cannot be read. */
export function useKnownChange({ oldToken, token }: TimeChangePlace): UseQueryResult<TimeChange> {
  const lang = useLanguage()
  return useQuery({
    queryKey: [...timeChangeKey(token), 'known'],
    queryFn: () =>
      request(
        { ...readTimeChange, silent: true },
        { params: { timechange_token: token }, query: { lang, reservation_token: oldToken } },
      ),
  })
}
