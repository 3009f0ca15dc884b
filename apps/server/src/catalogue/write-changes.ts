import type { Permission } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'
import { lockNamedSpans, type NamedSpan, type SpanDay } from '../orders/stock/write-spans.ts'
import { recordAction } from '../staff/record-action.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import type { PlannedSheet } from './planned.ts'
import { limitsOf } from './sheets/limits-of.ts'
import { isoOf } from './sheets/moments.ts'
import { productIds } from './sheets/product-ids.ts'
import {
  type Change,
  isSameRow,
  keyOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
} from './sheets/sheet.ts'
import { spans, STOPPED } from './sheets/spans.ts'

/** How many rows of a sheet changed in which way. */
export interface ChangeCounts {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export function countChanges({ changes }: Pick<PlannedSheet, 'changes'>): ChangeCounts {
  return {
    added: changes.filter(({ before }) => before === null).length,
    changed: changes.filter(({ before, after }) => before !== null && after !== null).length,
    removed: changes.filter(({ after }) => after === null).length,
  }
}

/** Imports of a site, and what takes one back, wait for each other. */
export async function lockImports(tx: Tx, siteKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue'), hashtext(${siteKey}))`.execute(tx)
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
  const [named, days]: [NamedSpan[], Map<string, SpanDay>] = [[], new Map()]
  for (const { sheet, changes } of sheets.filter(one => OF_SPANS.has(one.sheet.name)))
    for (const { before, after } of changes) {
      const row = before ?? after
      if (row === null || !ids.has(textOf(row[0]))) continue
      const productId = ids.of(textOf(row[0]))
      // A new time span is nobody's yet; a new share may be of one that is there.
      if (before !== null || sheet.name === 'shares')
        named.push({ productId, startsAt: isoOf(textOf(row[2])) })
      else days.set(`${productId} ${textOf(row[1])}`, { productId, date: textOf(row[1]) })
    }
  await lockNamedSpans(tx, named, [...days.values()])
}

export interface PlannedRow {
  readonly sheet: Sheet
  readonly row: Row
}

/** Of what was locked, a row that was planned by what is not so any longer; undefined when there is none. */
export async function findOvertaken(
  read: Read,
  scope: Scope,
  sheets: readonly PlannedSheet[],
): Promise<PlannedRow | undefined> {
  for (const { sheet, changes } of sheets) {
    if (!OF_SPANS.has(sheet.name)) continue
    // By product and day, so that each part is of few of them.
    const sorted = changes
      // Imports alone add time spans, and one comes after the other.
      .filter(({ before }) => before !== null || sheet !== spans)
      .map(change => ({ change, row: change.before ?? change.after ?? [] }))
      .map(({ change, row }) => ({ change, row, key: keyOf(sheet, row) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    for (let at = 0; at < sorted.length; at += MOST_AT_ONCE) {
      const part = sorted.slice(at, at + MOST_AT_ONCE)
      const limits = limitsOf(
        sheet,
        part.map(({ row }) => row),
      )
      const rows = await sheet.current(read, { ...scope, ...limits })
      const current = new Map(rows.map(row => [keyOf(sheet, row), row]))
      for (const { change, row, key } of part)
        if (isOvertaken(sheet, change, { now: current.get(key) ?? null, scope })) return { sheet, row }
    }
  }
  return undefined
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

const MOST_AT_ONCE = 5_000

function isPut(change: Change): change is Change & PutChange {
  return change.after !== null
}

/** Writes what is added and changed, then removes: what refers to another row comes after it, and goes before it. */
export async function writeChanges(
  tx: Tx,
  { siteKey, now }: { readonly siteKey: string; readonly now: Date },
  sheets: readonly PlannedSheet[],
): Promise<void> {
  const context = { siteKey, now }
  for (const { sheet, changes } of sheets) {
    const put = changes.filter(isPut)
    // Sheets of many rows are written in parts; those with codes that may be exchanged are small.
    const size = sheet.isDated === true ? MOST_AT_ONCE : put.length
    for (let at = 0; at < put.length; at += size) await sheet.put(tx, context, put.slice(at, at + size))
  }
  for (const { sheet, changes } of sheets.toReversed()) {
    const gone = changes.flatMap(({ before, after }) => (after === null && before !== null ? [before] : []))
    if (gone.length > 0) await sheet.remove(tx, context, gone)
  }
}

interface Recorded {
  readonly siteKey: string
  readonly verb: string
  readonly subject: string
  readonly sheets: readonly PlannedSheet[]
}

/** A line for each permission that the changes need: a planner may not change members. */
export async function recordChanges(
  tx: Tx,
  deps: CatalogueDeps,
  { siteKey, verb, subject, sheets }: Recorded,
): Promise<void> {
  const changed = sheets.filter(({ changes }) => changes.length > 0)
  for (const permission of permissionsOf(changed.map(({ sheet }) => sheet))) {
    const own = changed.filter(({ sheet }) => sheet.permission === permission)
    const details = Object.fromEntries(own.map(one => [one.sheet.name, countChanges(one)]))
    await recordAction(tx, deps, { permission, siteKey, verb, subject, details })
  }
}

export function permissionsOf(sheets: readonly Sheet[]): Permission[] {
  return [...new Set(sheets.map(({ permission }) => permission))]
}
