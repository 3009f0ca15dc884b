import { readTimeChange } from '@kippu/contract/time-changes'
import type { TimeChange } from '@kippu/contract/time-changes'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import type { TimeChangePlace } from '../../../page/change-redirects.ts'
import { timeChangeKey } from './time-change-key.ts'

/** Pause before a change that is being paid is read again, in ms. */
const LOOK_EVERY = 5000

/**
 * A change of time as the server has it now. Every page reads it anew: the visitor may have finished it in another tab. One that is
 * being paid is read again until it is decided.
 */
export function useTimeChange({ oldToken, token }: TimeChangePlace): UseQueryResult<TimeChange> {
  const lang = useLanguage()
  return useQuery({
    queryKey: timeChangeKey(token),
    queryFn: () =>
      request(readTimeChange, {
        params: { timechange_token: token },
        query: { lang, reservation_token: oldToken },
      }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? LOOK_EVERY : false),
  })
}
