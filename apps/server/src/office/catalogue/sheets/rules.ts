import { HOLIDAYS_UNTIL, isHoliday } from '@kippu/domain/calendar/holidays'
import {
  addDays,
  addMonths,
  civilOf,
  datesBetween,
  type IsoDate,
  jstDateOf,
  lastOfMonth,
  weekdayOf,
} from '@kippu/domain/jst-date'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../../../platform/db/database.ts'
import { choice, date, dates, keyText, product, time, weekdays, whole, yen } from './kinds.ts'
import { momentOf } from './moments.ts'
import { productIds } from './product-ids.ts'
import {
  type CellFault,
  nullableNumberOf,
  type PutChange,
  type Row,
  type Scope,
  type Sheet,
  textOf,
  wordsOf,
  type WriteContext,
} from './sheet.ts'

/** Days of one rule, both included. */
const MOST_DAYS = 1_100
/** Time spans of one rule. */
const MOST_TIMES = 40_000

/** So many months ahead a rule that stays writes its days, to the end of that month. */
const MONTHS_AHEAD = 18

/** The rules that make days and time spans. One with a name stays (standing-rules.ts); another one is applied once and forgotten (with-rules.ts). */
export const rules: Sheet = {
  name: 'rules',
  others: ['ルール', '時間枠ルール', '規則'],
  permission: 'catalogue:write',
  keys: 2,
  // One that a file leaves out goes on: its last day ends it.
  mayBeWhole: false,
  columns: [
    { name: 'product', others: ['商品'], kind: product },
    { name: 'name', others: ['ルール名', '名前'], kind: keyText(60), empty: null },
    { name: 'from', others: ['開始日', '期間開始'], kind: date },
    { name: 'until', others: ['終了日', '期間終了'], kind: date },
    { name: 'weekdays', others: ['曜日'], kind: weekdays, empty: '0 1 2 3 4 5 6' },
    {
      name: 'holidays',
      others: ['祝日'],
      kind: choice({ also: ['含む', 'yes'], except: ['除く', 'no'], only: ['祝日のみ', 'のみ'] }),
      empty: 'also',
    },
    { name: 'except', others: ['除外日'], kind: dates, empty: null },
    { name: 'first', others: ['最初の開始', '最初', '開始時刻', '開始'], kind: time },
    { name: 'last', others: ['最後の開始', '最後', '最終開始'], kind: time, empty: null },
    { name: 'every', others: ['間隔', '間隔分'], kind: whole(1, 1_440), empty: null },
    { name: 'length', others: ['長さ', '長さ分', '所要分'], kind: whole(1, 2_880), empty: null },
    { name: 'valid_days', others: ['有効日数'], kind: whole(1, 1_100), empty: null },
    { name: 'capacity', others: ['定員', '枠数'], kind: whole(0, 1_000_000) },
    { name: 'base_price', others: ['基本料金', '価格', '料金', 'price'], kind: yen, empty: null },
    // As far as its days are written: any change writes them as far as can be.
    { name: 'reach', others: [], kind: date, derived: '' },
  ],
  current: readRules,
  check: ({ after }) => (after === null ? undefined : checkRule(after)),
  instead: async () => new Map(),
  touch: () => undefined,
  put: writeRules,
  remove: async (tx, { siteKey }, rows) => {
    const ids = await productIds(tx, siteKey)
    for (const row of rows)
      await tx
        .deleteFrom('slot_rules')
        .where('product_id', '=', ids.of(textOf(row[PRODUCT])))
        .where('name', '=', textOf(row[NAME]))
        .execute()
  },
}

const [
  PRODUCT,
  NAME,
  FROM,
  UNTIL,
  DAYS,
  HOLIDAYS,
  EXCEPT,
  FIRST,
  LAST,
  EVERY,
  LENGTH,
  VALID,
  CAPACITY,
  PRICE,
  REACH,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

const said = v.record(v.string(), v.union([v.string(), v.number(), v.null()]))

async function readRules(read: Read, { siteKey, products }: Scope): Promise<Row[]> {
  const { rows } = await sql<{ uuid: string; name: string; said: unknown; reach: string }>`
    select p.uuid, r.name, r.said, r.reach from slot_rules r join products p on p.id = r.product_id
     where p.site_key = ${siteKey} and (${products === undefined} or p.uuid = any(${[...(products ?? [])]}::uuid[]))
     order by p.position, p.id, r.name collate "C"`.execute(read)
  return rows.map(row => {
    const values = v.parse(said, row.said)
    return rules.columns.map(({ name }, index) => {
      if (index === PRODUCT) return row.uuid
      if (index === NAME) return row.name
      return index === REACH ? row.reach : (values[name] ?? null)
    })
  })
}

async function writeRules(
  tx: Tx,
  { siteKey, now }: WriteContext,
  changes: readonly PutChange[],
): Promise<void> {
  const ids = await productIds(tx, siteKey)
  for (const { after } of changes) {
    const values = rules.columns.flatMap(({ name }, index) =>
      index <= NAME || index === REACH ? [] : [[name, after[index] ?? null] as const],
    )
    const row = {
      said: JSON.stringify(Object.fromEntries(values)),
      reach: textOf(after[REACH]) || reachOf(after, jstDateOf(now.getTime())),
    }
    await tx
      .insertInto('slot_rules')
      .values({ product_id: ids.of(textOf(after[PRODUCT])), name: textOf(after[NAME]), ...row })
      .onConflict(of => of.columns(['product_id', 'name']).doUpdateSet(row))
      .execute()
  }
}

/** The last day that a rule has written. */
export function writtenUntil(rule: Row): IsoDate {
  return textOf(rule[REACH])
}

/** The last day that a rule writes now. */
export function reachOf(rule: Row, today: IsoDate): IsoDate {
  const [until, last] = [textOf(rule[UNTIL]), lastReach(today)]
  return until < last ? until : last
}

/** The last day that any rule writes now. */
export function lastReach(today: IsoDate): IsoDate {
  return lastOfMonth(addMonths(civilOf(today), MONTHS_AHEAD))
}

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

/** The days that a rule is for, each with its time spans; of some days alone where they are said. */
export function* daysOf(
  rule: Row,
  { from = '', until = '9999-12-31' }: { readonly from?: IsoDate; readonly until?: IsoDate } = {},
): Generator<RuledDay, void, void> {
  const times = startsOf(rule)
  for (const day of openDays(rule)) {
    if (day < from || day > until) continue
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
  return openDays(rule).length * startsOf(rule).length
}

function openDays(rule: Row): IsoDate[] {
  const [open, not] = [new Set(wordsOf(rule[DAYS]).map(Number)), new Set(wordsOf(rule[EXCEPT]))]
  const holidays = textOf(rule[HOLIDAYS])
  return datesBetween(textOf(rule[FROM]), textOf(rule[UNTIL])).filter(day => {
    if (not.has(day)) return false
    if (holidays === 'only') return isHoliday(day)
    return open.has(weekdayOf(day)) && !(holidays === 'except' && isHoliday(day))
  })
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
