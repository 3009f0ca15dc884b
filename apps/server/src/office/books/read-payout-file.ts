import { isIsoDate, type IsoDate } from '@kippu/domain/jst-date'
import { BOOK_WORDS } from '@kippu/texts/books'

import { type RawRow, UnreadableFile } from '../catalogue/files/raw-sheet.ts'
import { readCsv } from '../catalogue/files/read-csv.ts'

/** The columns of a file of payouts, by their heads. */
export interface PayoutColumns {
  /** How the provider names the payment. */
  readonly reference: string
  readonly amount: string
  /** A second column of amounts, which counts against the first: what went back. */
  readonly lessAmount?: string
  /** Fees add up. */
  readonly fees: readonly string[]
  readonly date: string
}

const words = BOOK_WORDS.payoutColumns

/** As the providers' own files are: each can be given otherwise, since providers change their files. */
export const PAYOUT_PRESETS: Readonly<Record<string, PayoutColumns>> = {
  stripe: {
    reference: 'payment_intent_id',
    amount: 'gross',
    fees: ['fee'],
    date: 'automatic_payout_effective_at',
  },
  adyen: {
    reference: 'Merchant Reference',
    amount: 'Gross Credit (GC)',
    lessAmount: 'Gross Debit (GC)',
    fees: ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'],
    date: 'Creation Date',
  },
  gmo: { reference: words.orderId, amount: words.amount, fees: [words.fee], date: words.day },
  softbank: { reference: words.orderNumber, amount: words.amount, fees: [words.fee], date: words.day },
}

/** The columns where neither a preset nor an option says others. */
export const PLAIN_COLUMNS: PayoutColumns = {
  reference: 'reference',
  amount: 'amount',
  fees: ['fee'],
  date: 'date',
}

export interface PayoutLine {
  readonly reference: string
  /** Yen; negative: it went back. */
  readonly amount: number
  readonly fee: number
  readonly paidOn: IsoDate
  /** The place among several equal lines: the first, the second … */
  readonly occurrence: number
}

export type PayoutFile =
  | { readonly kind: 'lines'; readonly lines: readonly PayoutLine[] }
  /** By line and column; nothing of the file counts. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] }

/** More are not worth reading. */
const MOST_FAULTS = 100

/** Reads a file of payouts, in UTF-8 or Shift_JIS, row by row: a year of a provider has many columns that nobody needs. */
export function readPayoutFile(bytes: Uint8Array, columns: PayoutColumns): PayoutFile {
  const reader = createReader(columns)
  try {
    const { reference, amount, date } = columns
    const isHeading = (word: string): boolean => [reference, amount, date].includes(word.trim())
    const { headings, eachRow } = readCsv({ file: 'payouts', name: 'payouts', bytes, isHeading })
    reader.take({ line: 1, cells: headings })
    eachRow(row => reader.take(row))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { line, text } = error.fault
    reader.say(line === undefined ? text : `line ${line}: ${text}`)
  }
  return reader.end()
}

interface PayoutReader {
  take(row: RawRow): void
  say(fault: string): void
  end(): PayoutFile
}

function createReader(columns: PayoutColumns): PayoutReader {
  let head: readonly string[] | undefined
  /** Why it is another file than was meant: its lines say nothing then. */
  let missing: readonly string[] = missingColumns([], columns)
  const lines: PayoutLine[] = []
  const faults: string[] = []
  const equal = new Map<string, number>()
  const takeLine = (names: readonly string[], { line, cells }: RawRow): void => {
    const read = readLine(name => String(cells[names.indexOf(name)] ?? '').trim(), columns)
    if ('fault' in read) faults.push(`line ${line}: ${read.fault}`)
    else if (read.reference !== '') {
      const key = `${read.reference} ${read.amount} ${read.paidOn}`
      const occurrence = (equal.get(key) ?? 0) + 1
      equal.set(key, occurrence)
      lines.push({ ...read, occurrence })
    }
  }
  return {
    take: row => {
      if (head === undefined) {
        head = row.cells.map(cell => String(cell ?? '').trim())
        missing = missingColumns(head, columns)
      } else if (missing.length === 0 && faults.length < MOST_FAULTS) takeLine(head, row)
    },
    say: fault => faults.push(fault),
    end: () => {
      const all = head === undefined || missing.length === 0 ? [...faults, ...missing] : missing
      return all.length > 0 ? { kind: 'faults', faults: all } : { kind: 'lines', lines }
    },
  }
}

function missingColumns(head: readonly string[], columns: PayoutColumns): string[] {
  return [columns.reference, columns.amount, columns.date]
    .filter(name => !head.includes(name))
    .map(name => `line 1: there is no column ${name}; the file has ${head.join(', ')}`)
}

/** A line without a reference (a fee of the month, the payout itself) concerns no payment: its reference is ''. */
function readLine(
  cell: (column: string) => string,
  { reference, amount, lessAmount, fees, date }: PayoutColumns,
): Omit<PayoutLine, 'occurrence'> | { readonly fault: string } {
  const more = yenOf(cell(amount))
  const less = lessAmount === undefined ? 0 : yenOf(cell(lessAmount))
  const allFees = fees.map(name => yenOf(cell(name)))
  const paidOn = dateOf(cell(date))
  const named = cell(reference)
  if (named === '') return { reference: '', amount: 0, fee: 0, paidOn: '' }
  if (more === undefined) return { fault: `${amount}: ${cell(amount)} is not an amount of whole yen` }
  if (less === undefined)
    return { fault: `${lessAmount ?? ''}: ${cell(lessAmount ?? '')} is not an amount of whole yen` }
  if (paidOn === undefined) return { fault: `${date}: ${cell(date)} is not a day` }
  const wrongFee = fees[allFees.indexOf(undefined)]
  if (wrongFee !== undefined) return { fault: `${wrongFee}: ${cell(wrongFee)} is not an amount of whole yen` }
  const fee = allFees.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  return { reference: named, amount: more - less, fee, paidOn }
}

/** Whole yen, written `3,200`, `3200.00`, `¥3200` or `-3200`; an empty cell is 0. */
function yenOf(text: string): number | undefined {
  const bare = text.replaceAll(/[,¥￥\s]/g, '')
  if (bare === '') return 0
  return /^-?\d{1,9}(\.0+)?$/.test(bare) ? Math.trunc(Number(bare)) : undefined
}

/** `2026-11-03`, `2026/11/3`, `20261103`, with or without a time after it. */
function dateOf(text: string): IsoDate | undefined {
  const match = /^(\d{4})[-/]?(\d{1,2})[-/]?(\d{1,2})(?:[T ].*)?$/.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = ''] = match
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(date) ? date : undefined
}
