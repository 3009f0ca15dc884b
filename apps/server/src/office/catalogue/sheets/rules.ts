import { HOLIDAYS_UNTIL, isHoliday } from '@kippu/domain/calendar/holidays'
import { addDays, datesBetween, weekdayOf } from '@kippu/domain/jst-date'
import type { Permission } from '@kippu/domain/staff/permission'

import { choice, date, product, time, weekdays, whole, yen } from './kinds.ts'
import { momentOf } from './moments.ts'
import { type CellFault, type Column, nullableNumberOf, type Row, textOf, wordsOf } from './sheet.ts'

/** Days of one rule, both included. */
const MOST_DAYS = 1_100
/** Time spans of one rule. */
const MOST_TIMES = 40_000

interface RuleSheet {
  readonly name: string
  readonly others: readonly string[]
  readonly permission: Permission
  readonly columns: readonly Column[]
  /** No column names a rule. */
  readonly keys?: undefined
}

/**
 * The rules that make days and time spans. They are not a table of their own: a rule writes rows of `days` and `spans`.
 */
export const RULES: RuleSheet = {
  name: 'rules',
  others: ['ルール', '時間枠ルール', '規則'],
  permission: 'catalogue:write',
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'from', others: ['開始日', '期間開始'], kind: date },
    { name: 'until', others: ['終了日', '期間終了'], kind: date },
    { name: 'weekdays', others: ['曜日'], kind: weekdays, empty: '0 1 2 3 4 5 6' },
    {
      name: 'holidays',
      others: ['祝日'],
      kind: choice({ also: ['含む', 'yes'], except: ['除く', 'no'], only: ['祝日のみ', 'のみ'] }),
      empty: 'also',
    },
    { name: 'first', others: ['最初の開始', '最初', '開始時刻', '開始'], kind: time },
    { name: 'last', others: ['最後の開始', '最後', '最終開始'], kind: time, empty: null },
    { name: 'every', others: ['間隔', '間隔分'], kind: whole(1, 1_440), empty: null },
    { name: 'length', others: ['長さ', '長さ分', '所要分'], kind: whole(1, 2_880), empty: null },
    { name: 'valid_days', others: ['有効日数'], kind: whole(1, 1_100), empty: null },
    { name: 'capacity', others: ['定員', '枠数'], kind: whole(0, 1_000_000) },
    { name: 'base_price', others: ['基本料金', '価格', '料金', 'price'], kind: yen, empty: null },
  ],
}

const [PRODUCT, FROM, UNTIL, DAYS, HOLIDAYS, FIRST, LAST, EVERY, LENGTH, VALID, CAPACITY, PRICE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
]

export interface RuledDay {
  readonly product: string
  readonly date: string
  /** Null: the price that the day has, or that of the product. */
  readonly price: number | null
  readonly spans: readonly RuledSpan[]
}

export interface RuledSpan {
  readonly start: string
  readonly end: string
  readonly capacity: number
}

/** The part of a rule that makes no sense. */
export function checkRule(rule: Row): CellFault | undefined {
  const [from, until] = [textOf(rule[FROM]), textOf(rule[UNTIL])]
  if (until < from) return { column: 'until', text: ['it is before the first day', '最初の日より前です'] }
  if (datesBetween(from, until).length > MOST_DAYS)
    return { column: 'until', text: ['a rule is for three years at most', 'ルールは3年までです'] }
  if (textOf(rule[HOLIDAYS]) !== 'also' && until > `${HOLIDAYS_UNTIL}-12-31`)
    return {
      column: 'until',
      text: [
        `holidays are known until the end of ${HOLIDAYS_UNTIL}`,
        `祝日は ${HOLIDAYS_UNTIL} 年末までしか分かりません`,
      ],
    }
  const [first, last] = [numberAt(rule, FIRST), numberAt(rule, LAST)]
  if (last !== null && first !== null && last < first)
    return { column: 'last', text: ['it is before the first start', '最初の開始より前です'] }
  if (last !== null && last !== first && numberAt(rule, EVERY) === null)
    return {
      column: 'every',
      text: ['say how many minutes lie between two starts', '開始と開始の間隔（分）を書いてください'],
    }
  if (numberAt(rule, LENGTH) === null && numberAt(rule, VALID) === null)
    return {
      column: 'length',
      text: [
        'say how many minutes it lasts, or in valid_days for how many days it is valid',
        '長さ（分）か、有効日数（valid_days）を書いてください',
      ],
    }
  if (numberAt(rule, LENGTH) !== null && numberAt(rule, VALID) !== null)
    return {
      column: 'valid_days',
      text: [
        'say either a length in minutes or days, not both',
        '長さ（分）と有効日数は、どちらか一方だけを書いてください',
      ],
    }
  const times = countSpans(rule)
  if (times > MOST_TIMES)
    return {
      column: 'until',
      text: [
        `it makes ${times} time spans, and ${MOST_TIMES} are the most of one rule`,
        `時間枠が ${times} になります。1つのルールでは ${MOST_TIMES} までです`,
      ],
    }
  return undefined
}

/** The days that a rule is for, each with its time spans. */
export function* daysOf(rule: Row): Generator<RuledDay, void, void> {
  const open = new Set(wordsOf(rule[DAYS]).map(Number))
  const times = startsOf(rule)
  for (const day of datesBetween(textOf(rule[FROM]), textOf(rule[UNTIL]))) {
    if (!isOpen(day, open, textOf(rule[HOLIDAYS]))) continue
    const spans = times.map(start => ({
      start: momentOf(day, start),
      end: endOf(rule, day, start),
      capacity: numberAt(rule, CAPACITY) ?? 0,
    }))
    yield { product: textOf(rule[PRODUCT]), date: day, price: numberAt(rule, PRICE), spans }
  }
}

/** How many time spans it makes, without making them. */
export function countSpans(rule: Row): number {
  const open = new Set(wordsOf(rule[DAYS]).map(Number))
  const all = datesBetween(textOf(rule[FROM]), textOf(rule[UNTIL]))
  return all.filter(day => isOpen(day, open, textOf(rule[HOLIDAYS]))).length * startsOf(rule).length
}

function isOpen(day: string, open: ReadonlySet<number>, holidays: string): boolean {
  if (holidays === 'only') return isHoliday(day)
  return open.has(weekdayOf(day)) && !(holidays === 'except' && isHoliday(day))
}

function startsOf(rule: Row): number[] {
  const first = numberAt(rule, FIRST) ?? 0
  const last = numberAt(rule, LAST) ?? first
  const every = numberAt(rule, EVERY) ?? 1
  return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, turn) => first + turn * every)
}

/** A pass is valid to the last second of its last day. */
function endOf(rule: Row, day: string, start: number): string {
  const valid = numberAt(rule, VALID)
  if (valid !== null) return `${addDays(day, valid - 1)} 23:59:59`
  return momentOf(day, start + (numberAt(rule, LENGTH) ?? 0))
}

function numberAt(rule: Row, index: number): number | null {
  return nullableNumberOf(rule[index])
}
