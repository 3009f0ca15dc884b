import { type Attempt, refOf } from '../attempts/attempt.ts'
import { readAttempt } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import type { QueryOutcome } from '../port/port.ts'
import { callProvider, providerOf } from './call-provider.ts'

export interface QueriedPayment {
  readonly attempt: Attempt
  readonly outcome: QueryOutcome
}

/** Asks the provider where a payment is. Nothing is changed by the answer, here or there. */
export async function queryPayment(
  deps: Pick<PaymentDeps, 'db' | 'payments' | 'log'>,
  attemptId: string,
): Promise<QueriedPayment> {
  const attempt = await deps.db.read(read => readAttempt(read, attemptId))
  const provider = providerOf(deps, attempt)
  const outcome = await callProvider('query', attempt, () => provider.query(refOf(attempt)))
  return { attempt, outcome }
}
