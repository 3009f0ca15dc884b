import type { Faults, RawSheet, Words } from './files/raw-sheet.ts'
import { cellOfColumn } from './place-of.ts'
import type { SaidRows } from './said-rows.ts'
import { SaidTable } from './said-table.ts'
import { days } from './sheets/days.ts'
import { checkRule, daysOf, rules } from './sheets/rules.ts'
import { keyOf, type Row, type SaidRow, textOf } from './sheets/sheet.ts'
import { spans } from './sheets/spans.ts'

/** Days of a product that a rule is for, both included. */
export interface RuledRange {
  readonly product: string
  readonly from: string
  readonly until: string
}

export interface Ruled {
  readonly bySheet: ReadonlyMap<string, SaidTable>
  readonly ranges: readonly RuledRange[]
}

const MISSING = ['a new row needs it', '新しい行には必要です'] as const

/** Spans that all rules of an import may make. */
const MOST_SPANS = 300_000

/**
 * Rules as the days and time spans that they make. Of two rules the later one wins, and a row of `days` or `spans` wins over all of them. A day
 * that only a time span names is added.
 */
export function withRules(said: SaidRows, raws: readonly RawSheet[], faults: Faults): Ruled {
  const [ruledDays, ruledSpans] = [new SaidTable(), new SaidTable()]
  const ranges: RuledRange[] = []
  for (const { row, source } of said.rules) {
    const rule = wholeRule(row)
    const raw = raws[source.sheet]
    const wrong = (text: Words, column?: string) => {
      if (raw === undefined) return
      const place = { file: raw.file, sheet: raw.name, line: source.line }
      faults.add(place, () => ({ ...cellOfColumn(raw, rules.columns, source.line, column), text }))
    }
    const missing = rules.columns.find(
      ({ empty, derived }, index) => derived === undefined && (row[index] ?? empty) === undefined,
    )
    const fault = missing === undefined ? checkRule(rule) : { column: missing.name, text: MISSING }
    if (fault !== undefined) {
      wrong(fault.text, fault.column)
      continue
    }
    ranges.push({ product: textOf(rule[0]), from: textOf(rule[2]), until: textOf(rule[3]) })
    for (const day of daysOf(rule)) {
      const key = keyOf(days, [day.product, day.date])
      const price = day.price ?? ruledDays.get(key)?.row[2]
      ruledDays.set(key, { row: [day.product, day.date, price, undefined, undefined], source })
      for (const { start, end, capacity } of day.spans) {
        const span = [day.product, day.date, start, end, capacity, undefined]
        ruledSpans.set(keyOf(spans, span), { row: span, source })
      }
    }
    if (ruledSpans.size > MOST_SPANS) {
      wrong([
        `the rules make more than ${MOST_SPANS} time spans`,
        `ルールが作る時間枠が ${MOST_SPANS} を超えます`,
      ])
      break
    }
  }
  if (said.rules.length === 0 && !said.bySheet.has(spans.name)) return { bySheet: said.bySheet, ranges }
  const allSpans = over(ruledSpans, said.bySheet.get(spans.name))
  const allDays = over(ruledDays, said.bySheet.get(days.name))
  for (const [, { row, source }] of allSpans) {
    const key = keyOf(days, row)
    if (!allDays.has(key))
      allDays.set(key, { row: [row[0], row[1], undefined, undefined, undefined], source })
  }
  const bySheet = new Map(said.bySheet)
  return { bySheet: bySheet.set(days.name, allDays).set(spans.name, allSpans), ranges }
}

function over(ruled: SaidTable, single: SaidTable | undefined): SaidTable {
  if (ruled.size === 0) return single ?? ruled
  for (const [key, { row, source }] of single ?? []) {
    const before = ruled.get(key)?.row
    ruled.set(key, {
      row: row.map((value, index) => (value === undefined ? before?.[index] : value)),
      source,
    })
  }
  return ruled
}

/** A rule as its file says it, and where it says nothing as an empty cell would. */
function wholeRule(row: SaidRow): Row {
  return rules.columns.map(({ empty }, index) => row[index] ?? empty ?? null)
}
