import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { isCheckBroken, isReferredTo } from '../../platform/db/sql-states.ts'
import { hasStaff } from '../../platform/staff/approvals.ts'
import { site } from '../../platform/staff/inputs.ts'
import { type Act, actFor, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import { digestOfPlan } from './digest-of-plan.ts'
import { HEADING_LANGUAGES, type HeadingLanguage, inLanguage, type Words } from './files/raw-sheet.ts'
import { findImpact, type Impact } from './find-impact.ts'
import { isOddWhereSold, oddRows } from './find-odd-prices.ts'
import { findKept, type KeptRow, readPart } from './kept-import.ts'
import { PackedChanges } from './packed-changes.ts'
import { placeText } from './place-of.ts'
import { faultsTogether } from './plan.ts'
import type { Plan, PlannedSheet } from './planned.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import { rules } from './sheets/rules.ts'
import { limitsOf } from './sheets/limits-of.ts'
import { readNames } from './sheets/names.ts'
import { type Change, keyOf, removedRows, type Row, type Scope, type Sheet } from './sheets/sheet.ts'
import { lockChangedSpans, lockImports, recordChanges, writeChanges } from './write-changes.ts'

interface UndoRequest {
  readonly siteKey: string
  /** Without it, the last one of a person. */
  readonly id?: number | undefined
  /** Rows that something stands in the way of stay, and the others are taken back; without it, one such row refuses all. */
  readonly isPartial?: boolean | undefined
  /** Without it nothing is written. */
  readonly isApplied: boolean
  /** The digest of what was seen: nothing else is done. */
  readonly seen?: string | undefined
  /** The reader’s; that of the headings where nobody says it. */
  readonly language?: HeadingLanguage | undefined
}

interface PlannedBack {
  readonly id: number
  readonly at: Date
  readonly staff: string
  readonly language: HeadingLanguage
  readonly plan: Pick<Plan, 'scope' | 'sheets'>
  /** The rows that stay as they are, and why. */
  readonly reasons: readonly string[]
}

export type UndoOutcome =
  | { readonly kind: 'nothing' }
  /** Why it can't be taken back: the rows that are in the way, and why. */
  | { readonly kind: 'refused'; readonly reasons: readonly string[]; readonly language: HeadingLanguage }
  /** `changed`: it is another matter by now than what was seen, and nothing is written. */
  | ({ readonly kind: 'planned' | 'changed' | 'applied'; readonly impact: Impact } & PlannedBack)

/**
 * Takes an import of a person back: what it added is removed, what it changed or removed is as before. A row that has changed since, or of which something
 * was ordered, stands in the way.
 * @throws NotPermitted when the actor may not change one of the sheets.
 */
export const undoImport = staffVerb({
  name: 'catalogue undo',
  permission: 'sheets:write',
  reach: 'site',
  input: v.object({
    ...site,
    id: v.optional(v.number()),
    isPartial: v.optional(v.boolean()),
    isApplied: v.boolean(),
    seen: v.optional(v.string()),
    language: v.optional(v.picklist(HEADING_LANGUAGES)),
  }),
  run: undo,
})

async function undo({ db, clock }: CatalogueDeps, request: UndoRequest, act: Act): Promise<UndoOutcome> {
  const { siteKey, isApplied, seen } = request
  if (!isApplied)
    return db.read(async read => {
      const planned = await planUndo(read, request, act)
      return planned.kind === 'planned'
        ? { ...planned, impact: await findImpact(read, planned.plan) }
        : planned
    })
  try {
    return await db.transaction(async tx => {
      await lockImports(tx, siteKey)
      const before = await planUndo(tx, request, act)
      if (before.kind !== 'planned') return before
      // Before the locks: buyers wait for them.
      const impact = await findImpact(tx, before.plan)
      await lockChangedSpans(tx, siteKey, before.plan.sheets)
      const outcome = await planUndo(tx, request, act)
      if (outcome.kind !== 'planned') return outcome
      const { id, plan } = outcome
      if (seen !== undefined && seen !== digestOfPlan(plan)) return { ...outcome, kind: 'changed', impact }
      const { sheets } = plan
      await writeChanges(tx, { siteKey, now: new Date(clock.now()) }, sheets)
      await endImport(tx, id, new Date(clock.now()))
      await recordChanges(tx, act, { subject: String(id), sheets })
      return { ...outcome, kind: 'applied', impact }
    })
  } catch (error) {
    const reason = isCheckBroken(error) ? SOLD_SINCE : isReferredTo(error) ? REFERRED_TO : undefined
    if (reason === undefined) throw error
    const kept = await db.read(read => findKept(read, siteKey, request.id))
    const language = request.language ?? kept?.language ?? 'en'
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
const CHEAP_WHERE_SOLD = [
  'tickets are sold for it, and its price would be a quarter or less: import it as a sheet, with a second person',
  'チケットが販売されており、価格が4分の1以下になります。シートで取り込み、もう一人の承認を受けてください',
] as const
const CHANGED_SINCE = ['it was changed since', 'その後に変更されています'] as const

type PlannedUndo =
  | Exclude<UndoOutcome, { readonly kind: 'planned' | 'changed' | 'applied' }>
  | ({ readonly kind: 'planned' } & PlannedBack)

async function planUndo(
  read: Read,
  { siteKey, id, isPartial = false, language: spoken }: UndoRequest,
  act: Act,
): Promise<PlannedUndo> {
  const stored = await findKept(read, siteKey, id)
  if (stored === undefined) return { kind: 'nothing' }
  const language = spoken ?? stored.language
  const names = await readNames(read, siteKey)
  const scope = { siteKey, names: spoken === undefined ? names : names.spoken(spoken) }
  const reasons: string[] = []
  const inTheWay = new Set<string>()
  const because = (sheet: Sheet, row: Row, why: Words) => {
    inTheWay.add(rowName(sheet, row))
    reasons.push(`${placeText(sheet, scope, row)}: ${inLanguage(language, why)}`)
  }
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
  // Rows of a rule that stays would be neither as it says nor set by hand.
  if (reasons.length > 0 && [...inTheWay].some(name => name.startsWith(`${rules.name}\t`)))
    return { kind: 'refused', reasons, language }
  let sheets = SHEETS.flatMap(sheet => {
    const own = changes.get(sheet.name)
    return own === undefined ? [] : [{ sheet, changes: own, same: 0, kept: [] }]
  })
  for (;;) {
    const known = inTheWay.size
    await findInTheWay(read, scope, { sheets, because })
    // Rows are compared with other rows when each is right alone.
    if (inTheWay.size === known && (isPartial || known === 0))
      for (const { sheet, found } of await faultsTogether(read, { scope, sheets }))
        because(sheet, found.change.after ?? found.change.before ?? [], found.fault.text)
    if (inTheWay.size === known) await findCheapened(read, scope, { sheets, because })
    // A row that stays may hold others: its day, its product.
    if (!isPartial || inTheWay.size === known) break
    sheets = sheets.map(one => ({
      ...one,
      changes: one.changes.without(row => inTheWay.has(rowName(one.sheet, row))),
    }))
  }
  const hasRows = sheets.some(one => one.changes.length > 0)
  if (reasons.length > 0 && !(isPartial && hasRows)) return { kind: 'refused', reasons, language }
  const plan = { scope, sheets }
  return { kind: 'planned', id: stored.id, at: stored.at, staff: stored.staff, language, plan, reasons }
}

function rowName(sheet: Sheet, row: Row): string {
  return `${sheet.name}\t${keyOf(sheet, row)}`
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

/** A price that becomes a quarter or less of a day that is sold wants a second person: a sheet has one, and taking back has none. */
async function findCheapened(
  read: Read,
  scope: Scope,
  { sheets, because }: { readonly sheets: readonly PlannedSheet[]; readonly because: Because },
): Promise<void> {
  const cheaper = [...oddRows({ scope, sheets })].filter(({ before, after }) => after < (before ?? 0))
  if (cheaper.length === 0 || !(await hasStaff(read))) return
  const impact = await findImpact(read, { scope, sheets })
  for (const { sheet, row, place } of cheaper)
    if (isOddWhereSold({ places: new Set([place]) }, impact)) because(sheet, row, CHEAP_WHERE_SOLD)
}

async function endImport(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('catalogue_imports')
    .set({ changes: null, undone_at: now })
    .where('id', '=', id)
    .execute()
}
