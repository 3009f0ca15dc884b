import { readToday, type Today } from '@kippu/contract/console/today'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { callStaff } from '../api'
import { momentText, todayInJapan } from '../formats'
import { useLanguage } from '../language'

interface How {
  readonly staleTime?: number
  readonly refetchInterval?: number
}

/** A day, and whatever it needs somebody for. */
export function useDay(site: string, date: string, how: How): UseQueryResult<Today> {
  return useQuery({
    queryKey: ['today', site, date],
    queryFn: () => callStaff(readToday, { params: { site }, query: { date } }),
    ...how,
  })
}

/** In ms: so long what was read of the worker is new enough for a dialog. */
const READ_AGAIN_MS = 60_000

/** Says in a dialog that its mail, or its money, waits for a worker that stands. */
export function WaitsForWorker({ site }: { readonly site: string }): ReactNode {
  const { data } = useDay(site, todayInJapan(), { staleTime: READ_AGAIN_MS })
  return <WorkerStands since={data?.work_waits_since ?? null} />
}

/** @param since null where it works. */
export function WorkerStands({ since }: { readonly since: string | null }): ReactNode {
  const { say, lang } = useLanguage()
  if (since === null) return null
  return (
    <div role="alert" className="notice notice-bad">
      <p>
        <strong>{say('workerStands')}</strong> <span>{momentText(lang, since)}</span>
      </p>
      <p>{say('workerStandsLead')}</p>
    </div>
  )
}
