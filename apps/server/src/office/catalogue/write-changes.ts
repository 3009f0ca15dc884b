import { inParts } from '@kippu/domain/in-parts'
import type { Permission } from '@kippu/domain/staff/permission'

import type { Read, Tx } from '../../platform/db/database.ts'
import { lockNamedSpans, type NamedSpan, type SpanDay } from '../../stock/write-spans.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, actFor } from '../../platform/staff/staff-verb.ts'
import type { PlannedSheet } from './planned.ts'
import { limitsOf } from './sheets/limits-of.ts'
import { isoOf } from './sheets/moments.ts'
import { type ProductIds, productIds } from './sheets/product-ids.ts'
import {
  type Change,
  type Changes,
  isSameRow,
  keyOf,
  type PutChange,
  removedRows,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheets/sheet.ts'
import { spans, STOPPED } from './sheets/spans.ts'
import { lockName } from '../../platform/db/lock-name.ts'

/** How many rows of a sheet changed in which way. */
export interface ChangeCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export function countChanges({ changes }: Pick<PlannedSheet, 'changes'>): ChangeCounts {
  let [added, removed] = [0, 0]
  for (const { before, after } of changes) {
    if (before === null) added += 1
    else if (after === null) removed += 1
  }
  return { added, changed: changes.length - added - removed, removed }
}

/** Imports of a site, and what takes one back, wait for each other. */
export async function lockImports(tx: Tx, siteKey: string): Promise<void> {
  await lockName(tx, `catalogue ${siteKey}`)
}

/** Sheets whose rows are parts of a time span: its start is in the third column. */
const OF_SPANS = new Set(['spans', 'shares'])

/** Locks the time spans that changes are about, those that are there, and what there is of the days to which some are added. */
export async function lockChangedSpans(
  tx: Tx,
  siteKey: string,
  sheets: readonly PlannedSheet[],
): Promise<void> {
  const ids = await productIds(tx, siteKey)
  const ofSpans = sheets.filter(one => OF_SPANS.has(one.sheet.name))
  const days = new Map<string, SpanDay>()
  for (const { sheet, changes } of ofSpans)
    for (const { before, after } of changes) {
      if (after === null || isThere(sheet, before) || !ids.has(textOf(after[0]))) continue
      const [productId, date] = [ids.of(textOf(after[0])), textOf(after[1])]
      days.set(`${productId} ${date}`, { productId, date })
    }
  await lockNamedSpans(tx, namedSpans(ofSpans, ids), [...days.values()])
}

function* namedSpans(ofSpans: readonly PlannedSheet[], ids: ProductIds): Generator<NamedSpan, void, void> {
  for (const { sheet, changes } of ofSpans)
    for (const { before, after } of changes) {
      const row = before ?? after
      if (row === null || !isThere(sheet, before) || !ids.has(textOf(row[0]))) continue
      yield { productId: ids.of(textOf(row[0])), startsAt: isoOf(textOf(row[2])) }
    }
}

/** A new time span is nobody's yet; a new share may be of one that is there. */
function isThere({ name }: Sheet, before: Row | null): boolean {
  return before !== null || name === 'shares'
}

export interface PlannedRow {
  readonly sheet: Sheet
  readonly row: Row
}

/** The first row whose plan is no longer true, now that its rows are locked; undefined when there is none. */
export async function findOvertaken(
  read: Read,
  scope: Scope,
  sheets: readonly PlannedSheet[],
): Promise<PlannedRow | undefined> {
  for (const { sheet, changes } of sheets) {
    if (!OF_SPANS.has(sheet.name)) continue
    // They were planned some days at a time, so that each part is of few of them.
    for (const part of inParts(rowsToCompare(sheet, changes), MOST_AT_ONCE)) {
      const limits = limitsOf(
        sheet,
        part.map(({ row }) => row),
      )
      const rows = await sheet.current(read, { ...scope, ...limits })
      const current = new Map(rows.map(row => [keyOf(sheet, row), row]))
      for (const { change, row } of part)
        if (isOvertaken(sheet, change, { now: current.get(keyOf(sheet, row)) ?? null, scope }))
          return { sheet, row }
    }
  }
  return undefined
}

function* rowsToCompare(sheet: Sheet, changes: Changes) {
  for (const change of changes)
    // Imports alone add time spans, and one comes after the other.
    if (change.before !== null || sheet !== spans) yield { change, row: change.before ?? change.after ?? [] }
}

function isOvertaken(
  sheet: Sheet,
  { before, after }: Change,
  { now, scope }: { readonly now: Row | null; readonly scope: Scope },
): boolean {
  if (before === null || now === null) return before !== now
  if (!isSameRow(sheet, before, now) || (sheet === spans && before[STOPPED] !== now[STOPPED])) return true
  return sheet.check?.({ before: now, after }, scope.names) !== undefined
}

const MOST_AT_ONCE = 1_000

function* putOf(changes: Changes): Generator<PutChange, void, void> {
  for (const { before, after } of changes) if (after !== null) yield { before, after }
}

/** Writes what is added and changed, then removes: what refers to another row comes after it, and goes before it. */
export async function writeChanges(
  tx: Tx,
  { siteKey, now }: { readonly siteKey: string; readonly now: Date },
  sheets: readonly PlannedSheet[],
): Promise<void> {
  const context = { siteKey, now }
  for (const { sheet, changes } of sheets) {
    for (const part of inParts(putOf(changes), sizeOf(sheet))) await sheet.put(tx, context, part)
  }
  for (const { sheet, changes } of sheets.toReversed()) {
    for (const part of inParts(removedRows(changes), sizeOf(sheet))) await sheet.remove(tx, context, part)
  }
}

/** Sheets of many rows are written in parts; those with codes that may be exchanged are small. */
function sizeOf({ isDated }: Sheet): number {
  return isDated === true ? MOST_AT_ONCE : Infinity
}

interface Recorded {
  readonly subject: string
  readonly sheets: readonly PlannedSheet[]
  /** More that its lines say beside the counts. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A line for each permission that the changes need: a planner may not change members. */
export async function recordChanges(
  tx: Tx,
  act: Act,
  { subject, sheets, details: more }: Recorded,
): Promise<void> {
  const changed = sheets.filter(({ changes }) => changes.length > 0)
  for (const permission of permissionsOf(changed.map(({ sheet }) => sheet))) {
    const own = changed.filter(({ sheet }) => sheet.permission === permission)
    const details = Object.fromEntries(own.map(one => [one.sheet.name, countChanges(one)]))
    await recordAction(tx, actFor(act, permission), { subject, details: { ...details, ...more } })
  }
}

export function permissionsOf(sheets: ReadonlyArray<Pick<Sheet, 'permission'>>): Permission[] {
  return [...new Set(sheets.map(({ permission }) => permission))]
}
