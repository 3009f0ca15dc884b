import type { Logger } from 'pino'
import { sql } from 'kysely'

import type { Database } from '../../platform/db/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'

const INTERVAL_MS = 60_000

/**
 * Deletes counts of networks, domains and mailboxes whose time is over, so that no data of a visitor is kept longer than needed. Returns how
 * many.
 */
export function sweepCounts({ db }: { readonly db: Database }): Promise<number> {
  return db.transaction(async tx => {
    const isOver = sql<boolean>`keep_until <= now()`
    const networks = await tx
      .deleteFrom('proof_networks')
      .where(sql<boolean>`counted_from <= now() - interval '1 hour'`)
      .executeTakeFirst()
    const domains = await tx.deleteFrom('proof_domains').where(isOver).executeTakeFirst()
    const recipients = await tx.deleteFrom('proof_recipients').where(isOver).executeTakeFirst()
    return Number(networks.numDeletedRows + domains.numDeletedRows + recipients.numDeletedRows)
  })
}

/** Runs {@link sweepCounts} every minute until stopped; several servers may do so at once. */
export function startSweepingCounts(deps: { readonly db: Database; readonly log: Logger }): {
  stop(): Promise<void>
} {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepCounts(deps),
    failed: 'counts of mails could not be swept',
  })
}
