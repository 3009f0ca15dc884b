import { addDays, jstDateOf, midnightOf } from '@kippu/domain/jst-date'

import type { Clock } from '../../platform/clock.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { clearUnpaid, type ClearingDeps, countUnpaid } from '../../orders/life/clear-unpaid.ts'
import { forgetVisitors } from '../../payments/attempts/forget-visitors.ts'
import { dropBookings } from '../../resellers/bookings/empty-bookings.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { RETENTION_RULES, type RetentionRule } from './rules.ts'

const BATCH = 200
const INTERVAL_MS = 3_600_000

export interface RetentionDeps extends Pick<Deps, 'db' | 'log'> {
  readonly clock: Pick<Clock, 'now'>
  readonly env: Pick<Deps['env'], 'retentionDays'>
}

/** The midnight in Japan before which something must have ended to go now. */
function lastKept({ clock, env }: Pick<RetentionDeps, 'clock' | 'env'>, rule: RetentionRule): Date {
  const firstKept = addDays(jstDateOf(clock.now()), 1 - env.retentionDays[rule.days])
  return new Date(midnightOf(firstKept))
}

/**
 * Deletes or empties everything whose time is over, rule by rule, a small transaction a batch: a process may die at any point, and several may work at once. Returns how many
 * by the name of the rule.
 */
export async function retain(deps: RetentionDeps): Promise<ReadonlyMap<string, number>> {
  const gone = new Map<string, number>()
  for (const rule of RETENTION_RULES) {
    const taken = await takeAll(deps, rule)
    gone.set(rule.name, taken)
    if (taken > 0) deps.log.info({ rule: rule.name, taken }, 'what was kept long enough is gone')
  }
  return gone
}

async function takeAll(deps: RetentionDeps, rule: RetentionRule): Promise<number> {
  const batch = { before: lastKept(deps, rule), now: new Date(deps.clock.now()), most: BATCH }
  let total = 0
  for (;;) {
    const taken = await deps.db.transaction(tx => rule.take(tx, batch))
    total += taken
    // Nothing is left, or another process is taking it.
    if (taken === 0) return total
  }
}

type StaffParts = RetentionDeps & Omit<ClearingDeps, 'forgetVisitors' | 'dropBookings'>

const UNPAID = 'unpaid orders'

/** The rules: for how many days each keeps something, and how much is due to go. */
export const readDue = staffVerb({
  name: 'retention show',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: async (deps: StaffParts) => {
    const due = [{ rule: UNPAID, days: deps.env.unpaidDataDays, due: await countUnpaid(deps) }]
    for (const rule of RETENTION_RULES) {
      const count = await deps.db.read(read => rule.count(read, lastKept(deps, rule)))
      due.push({ rule: rule.name, days: deps.env.retentionDays[rule.days], due: count })
    }
    return due
  },
})

/** Takes what is due now, as a worker does every hour. */
export const takeDue = staffVerb({
  name: 'retention run',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: async (deps: StaffParts) =>
    new Map([
      [UNPAID, await clearUnpaid({ ...deps, forgetVisitors, dropBookings })],
      ...(await retain(deps)),
    ]),
})

/** Runs {@link retain} every hour until stopped; several servers may do so at once. */
export function startRetaining(deps: RetentionDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => retain(deps),
    failed: 'what was kept long enough could not be taken',
  })
}
