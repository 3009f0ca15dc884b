import type { Attempt } from '../attempts/attempt.ts'
import { renewLease } from '../attempts/attempt-queries.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { LEASE_SECONDS } from '../attempts/timing.ts'

/** Three times while a lease lasts: two may fail. */
const RENEW_EVERY_MS = (LEASE_SECONDS * 1000) / 3

/**
 * Renews the lease of an attempt for as long as the work on it lasts, however many calls a provider needs. A worker that
 * dies loses the attempt when the lease ends; a slow one does not.
 */
export async function keepLease<T>(
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  const renew = async (): Promise<void> => {
    await db.transaction(tx => renewLease(tx, attempt))
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error, attempt: attempt.id }, 'lease not renewed'))
  }, RENEW_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
