import type { Failure } from '../api/api-error.ts'
import { decide } from '../api/failure.ts'
import type { FailureContext } from '../api/failure.ts'
import { performOutcome } from '../api/perform-outcome.ts'
import type { Wording } from '../api/perform-outcome.ts'
import { useSession } from '../session/session.ts'
import { currentRoute } from './entry.ts'
import { startPage } from './redirects.ts'

/** Decides what a failed call means by the table of spec §8, and does it. */
export async function handleFailure(failure: Failure, wording: Wording): Promise<void> {
  await performOutcome(decide(failure, contextNow()), wording)
}

function contextNow(): FailureContext {
  const [path = '/', query = ''] = currentRoute().split('?')
  const { savedOrder } = useSession.getState()
  return {
    path,
    timeChange: new URLSearchParams(query).get('time_change') === 'true',
    startPage: startPage({ product: savedOrder?.productUuid ?? null }),
  }
}
