import type { Deps } from '../deps.ts'
import { deleteOldFailures } from './failure-queries.ts'
import { SPAN_MINUTES } from './login-failures.ts'

const INTERVAL_MS = 60_000

/** Drops counts of failed logins that are over (S-5.04): nothing of a visitor is kept for longer. Answers how many. */
export function sweepFailures({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction(tx => deleteOldFailures(tx, SPAN_MINUTES))
}

/** Runs {@link sweepFailures} every minute until stopped; several servers may do so at once. */
export function startSweepingFailures(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  let pass = Promise.resolve()
  const timer = setInterval(() => {
    pass = sweepFailures(deps).then(
      () => undefined,
      (error: unknown) => deps.log.error({ err: error }, 'failed logins could not be swept'),
    )
  }, INTERVAL_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await pass
    },
  }
}
