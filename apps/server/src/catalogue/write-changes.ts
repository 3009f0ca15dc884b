import type { Permission } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'
import { lockNamedSpans } from '../orders/stock/write-spans.ts'
import { recordAction } from '../staff/record-action.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import type { PlannedSheet } from './planned.ts'
import { isoOf } from './sheets/moments.ts'
import { productIds } from './sheets/product-ids.ts'
import { type Change, type PutChange, type Sheet, textOf } from './sheets/sheet.ts'

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

/** Locks the time spans that changes are about, those that are there. */
export async function lockChangedSpans(
  tx: Tx,
  siteKey: string,
  sheets: readonly PlannedSheet[],
): Promise<void> {
  const ids = await productIds(tx, siteKey)
  const named = sheets
    .filter(({ sheet }) => OF_SPANS.has(sheet.name))
    .flatMap(({ sheet, changes }) =>
      changes.flatMap(({ before, after }) => {
        // A new time span is nobody's yet; a new share may be of one that is there.
        const row = before ?? (sheet.name === 'shares' ? after : null)
        if (row === null || !ids.has(textOf(row[0]))) return []
        return [{ productId: ids.of(textOf(row[0])), startsAt: isoOf(textOf(row[2])) }]
      }),
    )
  await lockNamedSpans(tx, named)
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
