import type { Tx } from '../db/database.ts'
import { isReferredTo } from '../db/sql-states.ts'
import { hashPassword } from '../membership/password.ts'
import { assertMayDo } from '../staff/actor.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { type Fault, type Faults, UnreadableFile } from './files/raw-sheet.ts'
import { readFiles } from './files/read-file.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { planImport, type PlanRequest } from './plan.ts'
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
    for (const permission of permissionsOf(named.flatMap(sheet => ('keys' in sheet ? [sheet] : []))))
      assertMayDo(actor, permission, siteKey)
    const asked = { siteKey, raws, isWhole, nowMs: clock.now() }
    const plan = await db.read(read => planImport(read, asked))
    if (plan.faults.total > 0) return faulty(plan.faults)
    const impact = await db.read(read => findImpact(read, plan))
    if (!hasChanges(plan)) return { kind: 'unchanged', plan, impact }
    if (!isApplied) return { kind: 'planned', plan, impact }
    return await applyImport(deps, { asked, plan })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return { kind: 'faults', faults: [error.fault], total: 1 }
  }
}

interface Applied {
  readonly asked: PlanRequest
  readonly plan: Plan
}

const MOST_TRIES = 3

async function applyImport(deps: CatalogueDeps, { asked, plan }: Applied): Promise<ImportOutcome> {
  const hashes = await passwordHashes(plan)
  for (let tries = 1; ; tries += 1) {
    try {
      return await deps.db.transaction(tx => writeImport(tx, deps, { asked, plan, hashes }))
    } catch (error) {
      // Something was sold between the look at it and the removal: it is looked at again.
      if (!isReferredTo(error) || tries === MOST_TRIES) throw error
    }
  }
}

async function writeImport(
  tx: Tx,
  deps: CatalogueDeps,
  { asked, plan: before, hashes }: Applied & { readonly hashes: ReadonlyMap<string, string> },
): Promise<ImportOutcome> {
  const { siteKey } = asked
  const now = new Date(deps.clock.now())
  await lockImports(tx, siteKey)
  await lockChangedSpans(tx, siteKey, before.sheets)
  const plan = await planImport(tx, asked)
  if (plan.faults.total > 0) return faulty(plan.faults)
  const impact = await findImpact(tx, plan)
  if (!hasChanges(plan)) return { kind: 'unchanged', plan, impact }
  const sheets = withHashes(plan.sheets, hashes)
  // Those that another import has made meanwhile.
  await lockChangedSpans(tx, siteKey, sheets)
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
async function passwordHashes({ sheets }: Plan): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const { before, after } of sheets.find(({ sheet }) => sheet === members)?.changes ?? []) {
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
