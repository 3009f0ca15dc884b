import { addDays, type IsoDate, jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'

import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { summaryRecipients } from './summary-recipients.ts'

const INTERVAL_MS = 300_000
/** In Japan, every morning; if no worker runs then, as soon as one does on that day. */
const MORNING = '07:00'

type SummaryDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>

/**
 * Queues the mails that tell venues of the day before, for sites whose setting `Summary_Mail` names somebody. A day is marked in the
 * transaction that queues its mails: one mail a day and recipient, also when a process dies at any point, and several may work at once.
 * Returns how many were queued.
 */
export async function mailSummaries({ db, jobs, clock, log }: SummaryDeps): Promise<number> {
  const now = clock.now()
  if (timeOf(jstIso(now)) < MORNING) return 0
  const day = addDays(jstDateOf(now), -1)
  const sites = await db.read(read =>
    read.selectFrom('settings').select(['site_key', 'value']).where('key', '=', 'Summary_Mail').execute(),
  )
  let queued = 0
  for (const { site_key: siteKey, value } of sites) {
    const recipients = summaryRecipients(value)
    if (recipients.length === 0) continue
    queued += await db.transaction(async tx => {
      if (!(await mark(tx, siteKey, day, new Date(now)))) return 0
      for (const recipient of recipients.keys())
        await jobs.enqueue(tx, { name: 'send-summary-mail', siteKey, day, recipient })
      return recipients.length
    })
  }
  if (queued > 0) log.info({ summaries: queued }, 'summaries of a day queued')
  return queued
}

/** False: somebody else has done it. */
async function mark(tx: Tx, siteKey: string, day: IsoDate, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mailed_summaries')
    .values({ site_key: siteKey, day, mailed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Runs {@link mailSummaries} at once and then every five minutes until stopped; several servers may do so at once. */
export function startSummaries(deps: SummaryDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    atOnce: true,
    work: () => mailSummaries(deps),
    failed: 'summaries of a day could not be queued',
  })
}
