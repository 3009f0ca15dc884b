import type { Failure } from '../api/api-error.ts'
import { decide } from '../api/failure.ts'
import type { FailureContext } from '../api/failure.ts'
import { performOutcome } from '../api/perform-outcome.ts'
import type { Wording } from '../api/perform-outcome.ts'
import { useSession } from '../session/session.ts'
import { startPage } from './redirects.ts'

/** Decides what a call means that failed while the visitor was on a route, by the table of spec §8, and does it. */
export async function handleFailure(failure: Failure, route: string, wording: Wording): Promise<void> {
  await performOutcome(decide(failure, contextOf(route)), wording)
}

function contextOf(route: string): FailureContext {
  const [path = '/', query = ''] = route.split('?')
  const { savedOrder } = useSession.getState()
  return {
    path,
    timeChange: new URLSearchParams(query).get('time_change') === 'true',
    startPage: startPage({ product: savedOrder?.productUuid ?? null }),
  }
}
