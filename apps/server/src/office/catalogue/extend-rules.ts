import { jstDateOf } from '@kippu/domain/jst-date'
import { sql } from 'kysely'

import type { Clock } from '../../platform/clock.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import { jsonOfRows } from './export-catalogue.ts'
import { readSheets } from './files/read-file.ts'
import { planImport } from './plan.ts'
import { isHeading } from './sheets/all-sheets.ts'
import { readNames } from './sheets/names.ts'
import { lastReach, reachOf, rules, writtenUntil } from './sheets/rules.ts'
import { findOvertaken, lockChangedSpans, lockImports, writeChanges } from './write-changes.ts'

interface ExtendingDeps extends Pick<Deps, 'db' | 'log'> {
  readonly clock: Pick<Clock, 'now'>
}

const INTERVAL_MS = 3_600_000

interface RuledProduct {
  readonly siteKey: string
  readonly uuid: string
}

/**
 * Writes the days of rules that stay further ahead, product by product, as an import of the same rules for the days that they have not
 * reached. Nobody is asked: their prices were seen. Returns of how many products; what cannot be written is tried again, and holds back no
 * other product.
 */
export async function extendRules({ db, clock, log }: ExtendingDeps): Promise<number> {
  const due = await db.read(read => findDue(read, clock.now()))
  const failures: unknown[] = []
  let extended = 0
  for (const product of due) {
    try {
      const why = await db.transaction(tx => extendProduct(tx, product, clock.now()))
      if (why === undefined) extended += 1
      else log.warn({ product: product.uuid, why }, 'the rules of a product could not be written further')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'rules that could not be written further')
  return extended
}

async function findDue(read: Read, nowMs: number): Promise<readonly RuledProduct[]> {
  const today = jstDateOf(nowMs)
  const { rows } = await sql<RuledProduct>`
    select distinct p.site_key as "siteKey", p.uuid
      from slot_rules r join products p on p.id = r.product_id
     where p.retired_at is null and r.reach < least((r.said ->> 'until')::date, ${lastReach(today)}::date)
     order by 1, 2`.execute(read)
  return rows
}

/** Returns why not. */
async function extendProduct(
  tx: Tx,
  { siteKey, uuid }: RuledProduct,
  nowMs: number,
): Promise<string | undefined> {
  await lockImports(tx, siteKey)
  const names = await readNames(tx, siteKey)
  const all = await rules.current(tx, { siteKey, names, products: [uuid] })
  const due = all.filter(row => writtenUntil(row) < reachOf(row, jstDateOf(nowMs)))
  // Another worker did it.
  if (due.length === 0) return undefined
  const bytes = Buffer.from(jsonOfRows([{ sheet: rules, names, rows: due }]))
  const asked = { siteKey, raws: readSheets('rules.json', bytes, isHeading), isWhole: false, nowMs }
  const { scope, sheets, faults } = await planImport(tx, { ...asked, isExtended: true })
  if (faults.total > 0) return faults.kept.map(({ text }) => text).join('; ')
  await lockChangedSpans(tx, siteKey, sheets)
  if ((await findOvertaken(tx, scope, sheets)) !== undefined) return 'somebody changes it'
  await writeChanges(tx, { siteKey, now: new Date(nowMs) }, sheets)
  return undefined
}

/** Runs {@link extendRules} every hour until stopped; several servers may do so at once. */
export function startExtendingRules(deps: ExtendingDeps): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => extendRules(deps),
    failed: 'the rules of the calendar could not be written further',
  })
}
