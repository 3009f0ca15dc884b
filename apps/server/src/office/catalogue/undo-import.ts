import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { isCheckBroken, isReferredTo } from '../../platform/db/sql-states.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { type HeadingLanguage, inLanguage, type Words } from './files/raw-sheet.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { findKept, type KeptRow, readPart } from './kept-import.ts'
import { PackedChanges } from './packed-changes.ts'
import { placeText } from './place-of.ts'
import { faultsTogether } from './plan.ts'
import type { Plan, PlannedSheet } from './planned.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import { limitsOf } from './sheets/limits-of.ts'
import { readNames } from './sheets/names.ts'
import { type Change, keyOf, removedRows, type Row, type Scope, type Sheet } from './sheets/sheet.ts'
import { lockChangedSpans, lockImports, recordChanges, writeChanges } from './write-changes.ts'

interface UndoRequest {
  readonly siteKey: string
  /** Without it nothing is written. */
  readonly isApplied: boolean
}

export type UndoOutcome =
  | { readonly kind: 'nothing' }
  /** Why it can't be taken back: the rows that are in the way, and why. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[]; readonly language: HeadingLanguage }
  | {
      readonly kind: 'planned' | 'applied'
      readonly at: Date
      readonly staff: string
      readonly language: HeadingLanguage
      readonly plan: Pick<Plan, 'scope' | 'sheets'>
      readonly impact: Impact
    }

/**
 * Takes the last import of a person back: what it added is removed, what it changed or removed is as before. Refused when one of its rows has changed
 * since, or something of what it added was ordered.
 * @throws NotPermitted when the actor may not change one of the sheets.
 */
export const undoImport = staffVerb({
  name: 'catalogue undo',
  permission: 'sheets:write',
  reach: 'site',
  input: v.object({ ...site, isApplied: v.boolean() }),
  run: undo,
})

async function undo(
  { db, clock }: CatalogueDeps,
  { siteKey, isApplied }: UndoRequest,
  act: Act,
): Promise<UndoOutcome> {
  if (!isApplied)
    return db.read(async read => {
      const planned = await planUndo(read, siteKey, act)
      return planned.kind === 'planned'
        ? { ...planned, impact: await findImpact(read, planned.plan) }
        : planned
    })
  try {
    return await db.transaction(async tx => {
      await lockImports(tx, siteKey)
      const before = await planUndo(tx, siteKey, act)
      if (before.kind !== 'planned') return before
      // Before the locks: buyers wait for them.
      const impact = await findImpact(tx, before.plan)
      await lockChangedSpans(tx, siteKey, before.plan.sheets)
      const outcome = await planUndo(tx, siteKey, act)
      if (outcome.kind !== 'planned') return outcome
      const { sheets } = outcome.plan
      await writeChanges(tx, { siteKey, now: new Date(clock.now()) }, sheets)
      const id = await endImport(tx, siteKey, new Date(clock.now()))
      await recordChanges(tx, act, { subject: String(id), sheets })
      return { ...outcome, kind: 'applied', impact }
    })
  } catch (error) {
    const reason = isCheckBroken(error) ? SOLD_SINCE : isReferredTo(error) ? REFERRED_TO : undefined
    if (reason === undefined) throw error
    const language = (await db.read(read => findKept(read, siteKey)))?.language ?? 'en'
    return { kind: 'refused', reasons: [inLanguage(language, reason)], language }
  }
}

const SOLD_SINCE = [
  'a row can no longer be as it was: something was sold since',
  'その後に販売されたため、元に戻せない行があります',
] as const
const REFERRED_TO = [
  'something that came later refers to a row that it added',
  '追加した行を、後から登録されたものが使っています',
] as const
const OF_ANOTHER_RELEASE = [
  'it was made by another release, whose sheets are not the same',
  '別のリリースで行われ、シートの形が異なります',
] as const
const CHANGED_SINCE = ['it was changed since', 'その後に変更されています'] as const

type PlannedUndo =
  | Exclude<UndoOutcome, { readonly kind: 'planned' | 'applied' }>
  | {
      readonly kind: 'planned'
      readonly at: Date
      readonly staff: string
      readonly language: HeadingLanguage
      readonly plan: Pick<Plan, 'scope' | 'sheets'>
    }

async function planUndo(read: Read, siteKey: string, act: Act): Promise<PlannedUndo> {
  const stored = await findKept(read, siteKey)
  if (stored === undefined) return { kind: 'nothing' }
  const scope = { siteKey, names: await readNames(read, siteKey) }
  const { language } = stored
  const reasons: string[] = []
  const because = (sheet: Sheet, row: Row, why: Words) =>
    reasons.push(`${placeText(sheet, scope, row)}: ${inLanguage(language, why)}`)
  const changes = new Map<string, PackedChanges>()
  for (let turn = 0; turn < stored.parts; turn += 1) {
    const part = await readPart(read, stored, turn)
    const sheet = SHEETS.find(({ name }) => name === part.sheet)
    if (sheet === undefined || part.columns.join() !== sheet.columns.map(({ name }) => name).join())
      return { kind: 'refused', reasons: [inLanguage(language, OF_ANOTHER_RELEASE)], language }
    actFor(act, sheet.permission)
    const own = changes.get(sheet.name) ?? new PackedChanges()
    changes.set(sheet.name, own)
    for (const change of await reversed(read, scope, { sheet, rows: part.rows(sheet), because }))
      own.add(change)
  }
  const sheets = SHEETS.flatMap(sheet => {
    const own = changes.get(sheet.name)
    return own === undefined ? [] : [{ sheet, changes: own, same: 0, kept: [] }]
  })
  await findInTheWay(read, scope, { sheets, because })
  const plan = { scope, sheets }
  // Rows are compared with other rows when each is right alone.
  if (reasons.length === 0)
    for (const { sheet, found } of await faultsTogether(read, plan))
      because(sheet, found.change.after ?? found.change.before ?? [], found.fault.text)
  if (reasons.length > 0) return { kind: 'refused', reasons, language }
  return { kind: 'planned', at: stored.at, staff: stored.staff, language, plan }
}

interface Reversed {
  readonly sheet: Sheet
  readonly rows: readonly KeptRow[]
  readonly because: Because
}

/** Keeps why a row is in the way. */
type Because = (sheet: Sheet, row: Row, why: Words) => void

/** Changes of a sheet the other way round, each compared with what is there now. */
async function reversed(read: Read, scope: Scope, { sheet, rows, because }: Reversed): Promise<Change[]> {
  const limits = limitsOf(
    sheet,
    rows.map(({ named }) => named),
  )
  const current = new Map(
    (await sheet.current(read, { ...scope, ...limits })).map(row => [keyOf(sheet, row), row]),
  )
  const changes: Change[] = []
  for (const { named, isAsLeft, before } of rows) {
    const now = current.get(keyOf(sheet, named)) ?? null
    if (!isAsLeft(now)) {
      because(sheet, named, CHANGED_SINCE)
      continue
    }
    const change = { before: now, after: before(now) }
    const wrong = sheet.check?.(change, scope.names)
    if (wrong === undefined) changes.push(change)
    else because(sheet, named, wrong.text)
  }
  return changes
}

async function findInTheWay(
  read: Read,
  scope: Scope,
  { sheets, because }: { readonly sheets: readonly PlannedSheet[]; readonly because: Because },
): Promise<void> {
  const others = (name: string) => sheets.find(({ sheet }) => sheet.name === name)?.changes ?? []
  for (const { sheet, changes } of sheets) {
    const rows = [...removedRows(changes)]
    if (rows.length === 0) continue
    const instead = await sheet.instead(read, scope, { rows, why: 'undo', others })
    for (const row of rows) {
      const stays = instead.get(keyOf(sheet, row))
      if (stays !== undefined && 'why' in stays) because(sheet, row, stays.why)
    }
  }
}

async function endImport(tx: Tx, siteKey: string, now: Date): Promise<number> {
  const { id } = await tx
    .updateTable('catalogue_imports')
    .set({ changes: null, undone_at: now })
    .where('site_key', '=', siteKey)
    .where('changes', 'is not', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
