import { jstDateOf } from '@kippu/domain/jst-date'

import type { Read } from '../../platform/db/database.ts'
import { Faults, type HeadingLanguage, type RawSheet } from './files/raw-sheet.ts'
import { findOddPrices } from './find-odd-prices.ts'
import { findGone } from './gone-rows.ts'
import { cellOfColumn } from './place-of.ts'
import type { Changing, Plan } from './planned.ts'
import { PackedChanges } from './packed-changes.ts'
import { PackedRows } from './packed-rows.ts'
import { pricesOfDayAgo } from './prices-of-day-ago.ts'
import { readSaidRows } from './said-rows.ts'
import { type Said, SaidTable } from './said-table.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import { rules } from './sheets/rules.ts'
import { lostZeros } from './sheets/kinds.ts'
import { readNames } from './sheets/names.ts'
import {
  type CellFault,
  type Change,
  type FaultOfChange,
  isSameRow,
  keyOf,
  type Row,
  type Scope,
  type Sheet,
  type Value,
} from './sheets/sheet.ts'
import { byHandText, isRuled, mergedRow, REMOVED_BY_HAND, type Ruled, ruledBy } from './standing-rules.ts'
import { windowsOf } from './windows.ts'
import { withRules } from './with-rules.ts'

export interface PlanRequest {
  readonly siteKey: string
  readonly raws: readonly RawSheet[]
  /** Whether the files are the whole of their sheets: what they leave out is gone. */
  readonly isWhole: boolean
  readonly nowMs: number
  /** The reader’s; that of the headings where nobody says it. */
  readonly language?: HeadingLanguage | undefined
  /** Its rules are as they were, and are written further ahead. */
  readonly isExtended?: boolean
}

/** Compares files with what the database has, and finds every fault. Nothing is written. */
export async function planImport(
  read: Read,
  { siteKey, raws, isWhole, nowMs, language, isExtended = false }: PlanRequest,
): Promise<Plan> {
  const [names, faults] = [await readNames(read, siteKey), new Faults(raws, language)]
  const { bySheet, ranges } = withRules(readSaidRows({ raws, names, faults }), raws, faults)
  const scope = { siteKey, names }
  const planned = new Map<string, Changing>()
  const today = jstDateOf(nowMs)
  let ruled: Ruled | undefined
  for (const sheet of SHEETS) {
    const said =
      bySheet.get(sheet.name) ?? (ruled?.wanted.has(sheet.name) === true ? new SaidTable() : undefined)
    if (said === undefined) continue
    const asWhole = isWhole && sheet.mayBeWhole
    const own = ruled?.wanted.has(sheet.name) === true ? ruled : undefined
    const one = await changing(read, sheet, {
      said,
      asWhole,
      scope,
      raws,
      faults,
      today,
      ruled: own,
      isExtended,
    })
    planned.set(sheet.name, one)
    if (sheet === rules && one.changes.length > 0 && faults.total === 0)
      ruled = await ruledBy(read, scope, { changes: one.changes, today, isExtended })
  }
  if (isWhole || ruled !== undefined)
    await findGone(read, { scope, planned, ranges, today, raws, isWhole, ruled })
  if (ruled !== undefined && faults.total === 0)
    await keepWithoutRoom(read, scope, { planned, bySheet, ruled })
  // Rows that stay as they are are needed no longer.
  const sheets = Array.from(planned.values(), ({ sheet, changes, same, kept }) => ({
    sheet,
    changes,
    same,
    kept,
  }))
  const priced = { ...scope, dayAgo: await pricesOfDayAgo(read, { siteKey, nowMs, sheets }) }
  const plan = { scope: priced, faults, sheets, oddPrices: findOddPrices({ scope: priced, sheets }) }
  // Rows are compared with other rows when each is right alone.
  if (faults.total > 0) return plan
  for (const one of planned.values())
    for (const found of doublesOf(one)) addFault(faults, raws, one.sheet, found)
  await findFaultsTogether(read, plan, raws)
  return plan
}

interface Compared {
  readonly said: SaidTable
  /** A row that the file leaves out is gone. */
  readonly asWhole: boolean
  readonly scope: Scope
  readonly raws: readonly RawSheet[]
  readonly faults: Faults
  readonly today: string
  /** The rules that have a say in the sheet. */
  readonly ruled: Ruled | undefined
  readonly isExtended: boolean
}

/** Compares the rows of a sheet with those of the database, some days at a time. Those that are the same are kept nowhere. */
async function changing(read: Read, sheet: Sheet, compared: Compared): Promise<Changing> {
  const { said, asWhole, scope, today, ruled } = compared
  const [changes, left, current] = [new PackedChanges(), new PackedRows(), new Map<string, Row>()]
  const kept: Changing['kept'] = []
  const wanted = ruled?.wanted.get(sheet.name)
  let same = 0
  for (const { keys, ...days } of windowsOf(sheet, [said, ...(wanted === undefined ? [] : [wanted])], {
    asWhole,
    today,
    ruled,
  })) {
    const stored = new Map(
      (await sheet.current(read, { ...scope, ...days })).map(row => [keyOf(sheet, row), row]),
    )
    const shortened = sheet.isDated === true ? new Map<string, string>() : shortKeys(stored.keys())
    for (const key of keys) {
      const one = said.get(key)
      const before = stored.get(key) ?? null
      const full = stored.has(key) ? undefined : shortened.get(key)
      if (one !== undefined && full !== undefined) {
        const at = full.split('\t').findIndex(word => /^0\d+$/u.test(word))
        const { text } = lostZeros(full.split('\t')[at] ?? full)
        addFault(compared.faults, compared.raws, sheet, {
          change: one,
          fault: { column: sheet.columns[at]?.name ?? '', text },
        })
        continue
      }
      const rule = wanted?.get(key)
      if (ruled !== undefined && rule !== undefined) {
        const merged = ruledChange(sheet, { said: one, rule, before, ruled, compared })
        if (merged.kept !== undefined) kept.push(merged.kept)
        if (merged.change === 'same') same += 1
        else if (merged.change !== undefined) changes.add(merged.change)
        continue
      }
      const change = one === undefined ? undefined : changeOf(sheet, one, { before, compared })
      if (change === 'same') same += 1
      else if (change !== undefined) changes.add(change)
    }
    for (const [key, row] of stored) {
      if (sheet.unique !== undefined) current.set(key, row)
      const isLeft = !said.has(key) && wanted?.has(key) !== true
      if (isLeft && (asWhole || (ruled !== undefined && isRuled(sheet, row)))) left.add(row)
    }
  }
  return { sheet, changes, same, kept, left, current }
}

interface RuledRow {
  readonly said: Said | undefined
  readonly rule: Said
  readonly before: Row | null
  readonly ruled: Ruled
  readonly compared: Compared
}

interface RuledOutcome {
  readonly change?: Change | 'same' | undefined
  readonly kept?: Changing['kept'][number]
}

/** A row that rules want: by hand it stays as it is, and sold it stays where it must. */
function ruledChange(sheet: Sheet, { said, rule, before, ruled, compared }: RuledRow): RuledOutcome {
  const { names } = compared.scope
  if (before === null && said === undefined && ruled.isRemoved(sheet, rule.row))
    return { kept: { row: rule.row.map(value => value ?? null), why: REMOVED_BY_HAND, isByHand: true } }
  const wanted = before === null ? (sheet.fill?.(rule.row, names) ?? rule.row) : rule.row
  const { row, isKept } = mergedRow(sheet, { said, wanted, before, ruled })
  const kept =
    before !== null && isKept
      ? { row: before, why: byHandText(sheet, names, before, wanted), isByHand: true as const }
      : undefined
  const { source } = said ?? rule
  if (before === null || said !== undefined)
    return { change: changeOf(sheet, { row, source }, { before, compared }), ...(kept && { kept }) }
  const after = row.map((value, index) => value ?? (value === undefined ? before[index] : null) ?? null)
  if (isSameRow(sheet, before, after)) return { change: 'same', ...(kept && { kept }) }
  const wrong = sheet.check?.({ before, after, source }, names)
  if (wrong !== undefined) return { kept: { row: before, why: wrong.text } }
  return { change: { before, after, source }, ...(kept && { kept }) }
}

interface KeepWithoutRoom {
  readonly planned: Map<string, Changing>
  readonly bySheet: ReadonlyMap<string, SaidTable>
  readonly ruled: Ruled
}

/** Where what is sold or kept for channels has no room in what rules want, the row stays as it is. */
async function keepWithoutRoom(
  read: Read,
  scope: Scope,
  { planned, bySheet, ruled }: KeepWithoutRoom,
): Promise<void> {
  for (const name of ruled.wanted.keys()) {
    const one = planned.get(name)
    const { sheet, changes, kept } = one ?? {}
    if (one === undefined || sheet?.checkAll === undefined || changes === undefined) continue
    const found = await sheet.checkAll(read, scope, changes, other => planned.get(other)?.changes ?? [])
    const refused = new Set<string>()
    for (const { change, fault } of found) {
      const key = keyOf(sheet, change.after ?? [])
      if (change.before === null || bySheet.get(name)?.has(key) === true) continue
      refused.add(key)
      kept?.push({ row: change.before, why: fault.text })
    }
    if (refused.size > 0)
      planned.set(name, { ...one, changes: changes.without(row => refused.has(keyOf(sheet, row))) })
  }
}

/** Keys of the database that begin with zeros, by what a spreadsheet leaves of them. */
function shortKeys(keys: Iterable<string>): ReadonlyMap<string, string> {
  const short = new Map<string, string>()
  for (const key of keys) {
    const left = key.split('\t').map(withoutZeros).join('\t')
    if (left !== key) short.set(left, key)
  }
  return short
}

function withoutZeros(word: string): string {
  return /^\d+$/u.test(word) ? word.replace(/^0+(?=\d)/u, '') : word
}

/** The change that a row of a file makes; undefined where it lacks something. */
function changeOf(
  sheet: Sheet,
  { row: said, source }: Said,
  {
    before,
    compared: { scope, faults, raws, isExtended },
  }: { readonly before: Row | null; readonly compared: Compared },
): Change | 'same' | undefined {
  const row = before === null ? (sheet.fill?.(said, scope.names) ?? said) : said
  const after = wholeRow(sheet, row, before)
  const fault = ({ column, text }: CellFault) =>
    addFault(faults, raws, sheet, {
      change: { source },
      fault: { ...(column !== undefined && { column }), text },
    })
  if ('missing' in after) {
    fault({ column: after.missing, text: ['a new row needs it', '新しい行には必要です'] })
    return undefined
  }
  const isSame = before !== null && isSameRow(sheet, before, after.row)
  if (isSame && !(isExtended && sheet === rules)) return 'same'
  const change = { before, after: after.row, source }
  const wrong = sheet.check?.(change, scope.names)
  if (wrong !== undefined) fault(wrong)
  return change
}

/** The row as it will be: what the file does not say is as before, or as an empty cell. */
function wholeRow(
  sheet: Sheet,
  said: Said['row'],
  before: Row | null,
): { readonly row: Row } | { readonly missing: string } {
  if (saysAll(sheet, said)) return { row: said }
  const row: Value[] = []
  for (const [index, column] of sheet.columns.entries()) {
    const value =
      column.derived ?? said[index] ?? (said[index] === undefined ? before?.[index] : null) ?? column.empty
    const isSaid = said[index] !== undefined || before !== null || column.derived !== undefined
    if (value === undefined && !isSaid) return { missing: column.name }
    row.push(value ?? null)
  }
  return { row }
}

/** Whether the file says all of a row: most of many rows do, and none is copied. */
function saysAll({ columns }: Sheet, said: Said['row']): said is Row {
  return columns.every(({ derived, empty }, index) => {
    const value = said[index]
    return derived === undefined && value !== undefined && (value !== null || (empty ?? null) === null)
  })
}

/** Faults of rows that are right alone, and not beside what the database has of others. */
export async function findFaultsTogether(read: Read, plan: Plan, raws: readonly RawSheet[]): Promise<void> {
  for (const { sheet, found } of await faultsTogether(read, plan)) addFault(plan.faults, raws, sheet, found)
}

/** As {@link findFaultsTogether}, of changes that no file says. */
export async function faultsTogether(
  read: Read,
  { sheets, scope }: Pick<Plan, 'sheets' | 'scope'>,
): Promise<ReadonlyArray<{ readonly sheet: Sheet; readonly found: FaultOfChange }>> {
  const changesOf = (name: string) => sheets.find(({ sheet }) => sheet.name === name)?.changes ?? []
  const all: Array<{ readonly sheet: Sheet; readonly found: FaultOfChange }> = []
  for (const { sheet, changes } of sheets)
    for (const found of (await sheet.checkAll?.(read, scope, changes, changesOf)) ?? [])
      all.push({ sheet, found })
  return all
}

interface PlacedFault extends Pick<FaultOfChange, 'fault'> {
  readonly change: Pick<Change, 'source'>
}

function addFault(
  faults: Faults,
  raws: readonly RawSheet[],
  { columns }: Sheet,
  { change: { source }, fault: { column, text } }: PlacedFault,
): void {
  const raw = source === undefined ? undefined : raws[source.sheet]
  if (raw === undefined || source === undefined) return
  const place = { file: raw.file, sheet: raw.name, line: source.line }
  faults.add(place, () => ({ ...cellOfColumn(raw, columns, source.line, column), text }))
}

/** Changes that give a row what another one has, though no two may. */
function doublesOf({ sheet, changes, current }: Changing): FaultOfChange[] {
  const { unique, columns } = sheet
  if (unique === undefined) return []
  const after = new Map(current)
  for (const change of changes) {
    const row = change.after ?? change.before
    if (row === null) continue
    if (change.after === null) after.delete(keyOf(sheet, row))
    else after.set(keyOf(sheet, row), change.after)
  }
  const owners = Map.groupBy(
    [...after].filter(([, row]) => unique.every(index => row[index] !== null)),
    ([, row]) => unique.map(index => row[index]).join('\t'),
  )
  const double = new Set(
    Array.from(owners.values()).flatMap(same => (same.length > 1 ? same.map(([key]) => key) : [])),
  )
  const column = columns[unique.at(-1) ?? 0]?.name ?? ''
  const found: FaultOfChange[] = []
  for (const change of changes)
    if (change.after !== null && double.has(keyOf(sheet, change.after)))
      found.push({
        change,
        fault: { column, text: ['another row has the same', 'ほかの行に同じものがあります'] },
      })
  return found
}
