import type { Read, Tx } from '../db/database.ts'
import { isCheckBroken, isReferredTo } from '../db/sql-states.ts'
import { hashPassword } from '../membership/password.ts'
import { assertMayDo } from '../staff/actor.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { type Fault, type Faults, UnreadableFile } from './files/raw-sheet.ts'
import { readFiles } from './files/read-file.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { findFaultsTogether, planImport, type PlanRequest } from './plan.ts'
import type { Plan, PlannedSheet } from './planned.ts'
import { sheetNamed } from './sheets/all-sheets.ts'
import { members, PASSWORD } from './sheets/members.ts'
import { columnsOf, textOf } from './sheets/sheet.ts'
import { lockChangedSpans, lockImports, permissionsOf, recordChanges, writeChanges } from './write-changes.ts'

export interface ImportRequest {
  readonly siteKey: string
  /** Files and folders. */
  readonly paths: readonly string[]
  readonly isWhole: boolean
  /** Without it nothing is written. */
  readonly isApplied: boolean
}

export type ImportOutcome =
  | { readonly kind: 'faults'; readonly faults: readonly Fault[]; readonly total: number }
  | {
      readonly kind: 'planned' | 'applied' | 'unchanged'
      readonly plan: Plan
      readonly impact: Impact
    }

/**
 * Reads sheets and says what they would change; or changes it, all or nothing. Imports of a site come one after the other.
 * @throws NotPermitted when the actor may not change one of the sheets.
 */
export async function importCatalogue(deps: CatalogueDeps, request: ImportRequest): Promise<ImportOutcome> {
  const { db, clock, actor } = deps
  const { siteKey, isWhole, isApplied } = request
  try {
    const raws = await readFiles(request.paths)
    const named = raws.flatMap(raw => sheetNamed(raw.name) ?? [])
    for (const permission of permissionsOf(named.flatMap(sheet => (sheet.keys === undefined ? [] : [sheet]))))
      assertMayDo(actor, permission, siteKey)
    const asked = { siteKey, raws, isWhole, nowMs: clock.now() }
    return isApplied ? await applyImport(deps, asked) : await db.read(read => dryRun(read, asked))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { kind: 'faults', faults: [error.fault], total: 1 }
  }
}

async function dryRun(read: Read, asked: PlanRequest): Promise<ImportOutcome> {
  const plan = await planImport(read, asked)
  if (plan.faults.total > 0) return faulty(plan.faults)
  return { kind: hasChanges(plan) ? 'planned' : 'unchanged', plan, impact: await findImpact(read, plan) }
}

const MOST_TRIES = 3

async function applyImport(deps: CatalogueDeps, asked: PlanRequest): Promise<ImportOutcome> {
  const hashes = await passwordHashes(deps, asked)
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.db.transaction(tx => writeImport(tx, deps, { asked, hashes }))
    } catch (error) {
      // Something was sold between the look at it and its lock, and the database refused the change: it is looked at again.
      if ((!isReferredTo(error) && !isCheckBroken(error)) || tries === MOST_TRIES) throw error
    }
  }
}

interface Applied {
  readonly asked: PlanRequest
  readonly hashes: ReadonlyMap<string, string>
}

async function writeImport(tx: Tx, deps: CatalogueDeps, { asked, hashes }: Applied): Promise<ImportOutcome> {
  const { siteKey } = asked
  const now = new Date(deps.clock.now())
  await lockImports(tx, siteKey)
  const plan = await planImport(tx, asked)
  if (plan.faults.total > 0) return faulty(plan.faults)
  const impact = await findImpact(tx, plan)
  if (!hasChanges(plan)) return { kind: 'unchanged', plan, impact }
  const sheets = withHashes(plan.sheets, hashes)
  await lockChangedSpans(tx, siteKey, sheets)
  // Shares have no check of the database: they are looked at once more, with nothing sold any longer.
  await findFaultsTogether(tx, plan, asked.raws)
  if (plan.faults.total > 0) return faulty(plan.faults)
  await writeChanges(tx, { siteKey, now }, sheets)
  const id = await keepImport(tx, deps, { siteKey, sheets })
  await recordChanges(tx, deps, { siteKey, verb: 'catalogue import', subject: String(id), sheets })
  return { kind: 'applied', plan, impact }
}

/** Only the last import of a site can be taken back: what those before changed is forgotten. */
async function keepImport(
  tx: Tx,
  { clock, actor }: CatalogueDeps,
  { siteKey, sheets }: { readonly siteKey: string; readonly sheets: readonly PlannedSheet[] },
): Promise<number> {
  await tx
    .updateTable('catalogue_imports')
    .set({ changes: null })
    .where('site_key', '=', siteKey)
    .where('changes', 'is not', null)
    .execute()
  const changes = sheets
    .filter(one => one.changes.length > 0)
    .map(({ sheet, changes: rows }) => ({
      sheet: sheet.name,
      columns: sheet.columns.map(({ name }) => name),
      rows: rows.map(({ before, after }) => [before === null ? null : columnsOf(sheet, before), after]),
    }))
  const { id } = await tx
    .insertInto('catalogue_imports')
    .values({
      site_key: siteKey,
      at: new Date(clock.now()),
      staff: actor.name,
      changes: JSON.stringify(changes),
      undone_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function faulty({ kept, total }: Faults): ImportOutcome {
  return { kind: 'faults', faults: kept, total }
}

function hasChanges({ sheets }: Pick<Plan, 'sheets'>): boolean {
  return sheets.some(({ changes }) => changes.length > 0)
}

/** Hashing takes its time, so it is done before anything is locked. */
async function passwordHashes(
  { db }: Pick<CatalogueDeps, 'db'>,
  asked: PlanRequest,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  const raws = asked.raws.filter(raw => sheetNamed(raw.name) === members)
  if (raws.length === 0) return hashes
  const { sheets } = await db.read(read => planImport(read, { ...asked, raws, isWhole: false }))
  for (const { before, after } of sheets.flatMap(({ changes }) => changes)) {
    const password = textOf(after?.[PASSWORD])
    const isNew = password !== '' && password !== before?.[PASSWORD]
    if (isNew && !hashes.has(password)) hashes.set(password, await hashPassword(password))
  }
  return hashes
}

function withHashes(
  sheets: readonly PlannedSheet[],
  hashes: ReadonlyMap<string, string>,
): readonly PlannedSheet[] {
  return sheets.map(one => {
    if (one.sheet !== members) return one
    const changes = one.changes.map(change => {
      const hash = hashes.get(textOf(change.after?.[PASSWORD]))
      return hash === undefined || change.after === null
        ? change
        : { ...change, after: change.after.with(PASSWORD, hash) }
    })
    return { ...one, changes }
  })
}
