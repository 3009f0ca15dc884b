import { isByHand, ruledValue } from '@kippu/domain/calendar/ruled-value'
import { addDays, type IsoDate } from '@kippu/domain/jst-date'

import type { Read } from '../../platform/db/database.ts'
import type { Words } from './files/raw-sheet.ts'
import { type Said, SaidTable } from './said-table.ts'
import { days } from './sheets/days.ts'
import { daysOf, reachOf, rules, writtenUntil } from './sheets/rules.ts'
import type { Names } from './sheets/names.ts'
import {
  type Changes,
  headingIn,
  keyOf,
  type Row,
  type RowSource,
  type SaidRow,
  type Scope,
  type Sheet,
  textOf,
  type Value,
} from './sheets/sheet.ts'
import { spans } from './sheets/spans.ts'

export const BY_HAND: Words = ['it was edited by hand', '手で変更されています']
export const REMOVED_BY_HAND: Words = ['it was removed by hand', '手で削除されています']

/** The rows that the rules of some products want. */
export interface Ruled {
  readonly products: ReadonlySet<string>
  /** The first day that is meant. */
  readonly from: IsoDate
  /** By sheet. */
  readonly wanted: Made
  /** Whether somebody removed a row that is not there, or its day: no rule of the change wants it that did not before. Days are asked for before their times. */
  readonly isRemoved: (sheet: Sheet, row: SaidRow) => boolean
  /** Whether a rule of the change wants this value: where no rule wrote it, it becomes the rule’s. */
  readonly isSaid: (sheet: Sheet, row: Row, index: number) => boolean
}

type Made = ReadonlyMap<string, SaidTable>

interface ChangedRules {
  readonly changes: Changes
  readonly today: IsoDate
  /** Nothing of the rules is another: only days that they have not reached are meant. */
  readonly isExtended: boolean
}

/**
 * All rules of a product together, as they will be: of two that make the same day or time, the one whose name comes later
 * wins. A rule that does not change stays within the days that it has written.
 */
export async function ruledBy(
  read: Read,
  scope: Scope,
  { changes, today, isExtended }: ChangedRules,
): Promise<Ruled> {
  const changed = [...changes].flatMap(({ before, after, source = NOWHERE }) =>
    after === null ? [] : [{ before, after, source }],
  )
  const [reached = today] = changed
    .flatMap(({ before }) => (before === null ? [] : [writtenUntil(before)]))
    .toSorted()
  const from = isExtended ? addDays(reached, 1) : today
  const sources = new Map(changed.map(({ after, source }) => [textOf(after[0]), source]))
  const makes = (rule: Row, until: IsoDate) => ({ rule, from, until, source: sources.get(textOf(rule[0])) })
  const news = changed.map(({ before, after }) => ({
    former: madeBy(before === null ? [] : [makes(before, writtenUntil(before))]),
    now: madeBy([makes(after, reachOf(after, today))]),
  }))
  const stored = await rules.current(read, { ...scope, products: [...sources.keys()] })
  const all = new Map(stored.map(rule => [keyOf(rules, rule), makes(rule, writtenUntil(rule))]))
  for (const { after } of changed) all.set(keyOf(rules, after), makes(after, reachOf(after, today)))
  const byName = [...all.values()].toSorted((a, b) => (textOf(a.rule[1]) < textOf(b.rule[1]) ? -1 : 1))
  const daysGone = new Set<string>()
  return {
    products: new Set(sources.keys()),
    from,
    wanted: madeBy(byName),
    isRemoved: (sheet, row) => {
      const [key, day] = [keyOf(sheet, row), keyOf(days, row)]
      const isNew = news.some(({ former, now }) => has(now, sheet, key) && !has(former, sheet, key))
      if (!isNew && sheet === days) daysGone.add(day)
      return !isNew || daysGone.has(day)
    },
    isSaid: (sheet, row, index) =>
      news.some(({ now }) => now.get(sheet.name)?.get(keyOf(sheet, row))?.row[index] === row[index]),
  }
}

function has(made: Made, sheet: Sheet, key: string): boolean {
  return made.get(sheet.name)?.has(key) === true
}

interface RuleWithin {
  readonly rule: Row
  readonly from: IsoDate
  readonly until: IsoDate
  readonly source: RowSource | undefined
}

const NOWHERE: RowSource = { sheet: -1, line: -1 }

function madeBy(all: readonly RuleWithin[]): Made {
  const [madeDays, madeSpans] = [new SaidTable(), new SaidTable()]
  for (const { rule, source = NOWHERE, ...within } of all)
    for (const { product, date, price, spans: times } of daysOf(rule, within)) {
      const key = keyOf(days, [product, date])
      madeDays.set(key, { row: [product, date, price ?? madeDays.get(key)?.row[2]], source })
      for (const { start, end, capacity } of times) {
        const row = [product, date, start, end, capacity]
        madeSpans.set(keyOf(spans, row), { row, source })
      }
    }
  return new Map([
    [days.name, madeDays],
    [spans.name, madeSpans],
  ])
}

interface RowToMerge {
  /** As a file says it beside the rules: that wins. */
  readonly said: Said | undefined
  readonly wanted: SaidRow
  readonly before: Row | null
  readonly ruled: Pick<Ruled, 'isSaid'>
}

/** A row as the rules and a file make it; `isKept` where something of it was set by hand and the rules want something else. */
export function mergedRow(
  sheet: Sheet,
  { said, wanted, before, ruled: { isSaid } }: RowToMerge,
): { readonly row: SaidRow; readonly isKept: boolean } {
  const row: Array<SaidRow[number]> = sheet.columns.map((_, index) =>
    index < sheet.keys ? wanted[index] : said?.row[index],
  )
  let isKept = false
  for (const [place, ruledPlace] of ruledColumns(sheet)) {
    const [value, ruled, wants] = [before?.[place] ?? null, before?.[ruledPlace] ?? null, wanted[place]]
    if (before === null || row[place] !== undefined) {
      row[place] ??= wants
      row[ruledPlace] = wants ?? ruled
      continue
    }
    const isOwn = ruled === null && isSaid(sheet, before, place)
    const merged = ruledValue({ value, ruled: isOwn ? value : ruled }, wants)
    if (wants !== undefined && merged.value !== wants) isKept = true
    row[place] = merged.value
    row[ruledPlace] = merged.ruled
  }
  return { row, isKept }
}

/** Why a row is not as the rules want it: what somebody set, and what they say. */
export function byHandText(sheet: Sheet, names: Names, row: Row, wanted: SaidRow): Words {
  const others = ruledColumns(sheet).flatMap(([place]) => {
    const [column, value, wants] = [sheet.columns[place], row[place] ?? null, wanted[place]]
    if (column === undefined || wants === undefined || wants === value) return []
    const shown = (one: Value) => column.kind.write(one, names, row)
    return [{ column, is: shown(value), says: shown(wants) }]
  })
  return [
    `${BY_HAND[0]}: ${others.map(({ column, is, says }) => `${headingIn('en', column)} ${is}, by the rule ${says}`).join('; ')}`,
    `${BY_HAND[1]}: ${others.map(({ column, is, says }) => `${headingIn('ja', column)} ${is}（ルールでは ${says}）`).join('、')}`,
  ]
}

/** Whether rules have written a row. */
export function isRuled(sheet: Sheet, row: Row): boolean {
  return ruledColumns(sheet).some(([, ruled]) => (row[ruled] ?? null) !== null)
}

/** Whether somebody set something of a row by hand. */
export function isEdited(sheet: Sheet, row: Row): boolean {
  const pairs = new Map(ruledColumns(sheet))
  if (sheet.isArranged?.(row) === true) return true
  return sheet.columns.some(({ ruled, empty }, index) => {
    if (index < sheet.keys || ruled !== undefined) return false
    const place = pairs.get(index)
    return place === undefined
      ? row[index] !== (empty ?? null)
      : isByHand({ value: row[index] ?? null, ruled: row[place] ?? null })
  })
}

/** The places of the values that rules write, each with that of what they wrote there last. */
function ruledColumns({ columns }: Sheet): ReadonlyArray<readonly [value: number, ruled: number]> {
  return columns.flatMap(({ ruled }, index) =>
    ruled === undefined ? [] : [[columns.findIndex(({ name }) => name === ruled), index] as const],
  )
}
