import { csvLine } from '@kippu/domain/books/csv-line'
import { BOOK_WORDS } from '@kippu/texts/books'

import type { NamedAccount } from './account-names.ts'
import type { JournalRow } from './journal-rows.ts'

export const JOURNAL_FORMATS = ['neutral', 'freee', 'money-forward', 'json'] as const
export type JournalFormat = (typeof JOURNAL_FORMATS)[number]

interface Format {
  /** '' where there is none. */
  readonly head: string
  readonly line: (row: JournalRow, siteKey: string) => string
}

const NEUTRAL_COLUMNS: Readonly<Record<string, (row: JournalRow) => string | number>> = {
  date: row => row.day,
  number: row => numberOf(row),
  debit_account: row => row.debit.name,
  credit_account: row => row.credit.name,
  amount: row => row.yen,
  tax_rate: row => row.taxRate ?? '',
  tax: row => (row.taxRate === null ? '' : row.tax),
  memo: row => row.reference,
  kind: row => row.kind,
}

/** How a journal is written for each program. Memos have a reservation number and never a name. */
const FORMATS: Readonly<Record<JournalFormat, Format>> = {
  neutral: {
    head: csvLine(Object.keys(NEUTRAL_COLUMNS)),
    line: row => csvLine(Object.values(NEUTRAL_COLUMNS).map(cell => cell(row))),
  },
  freee: { head: csvLine(BOOK_WORDS.freeeColumns), line: row => csvLine(freeeCells(row)) },
  'money-forward': {
    head: csvLine(BOOK_WORDS.moneyForwardColumns),
    line: row => csvLine(moneyForwardCells(row)),
  },
  json: {
    head: '',
    line: (row, siteKey) =>
      `${JSON.stringify({
        site: siteKey,
        date: row.day,
        number: numberOf(row),
        line: row.line,
        kind: row.kind,
        document: row.document,
        reference: row.reference,
        debit_account: row.debit.name,
        credit_account: row.credit.name,
        amount: row.yen,
        tax_rate: row.taxRate,
        tax: row.tax,
      })}\n`,
  },
}

/** The whole journal in a format, a row at a time. */
export async function* journalText(
  rows: AsyncIterable<JournalRow>,
  { format, siteKey }: { readonly format: JournalFormat; readonly siteKey: string },
): AsyncGenerator<string> {
  const { head, line } = FORMATS[format]
  if (head !== '') yield head
  for await (const row of rows) yield line(row, siteKey)
}

/** `2026-11-000042`: no other entry of the site has it. */
function numberOf({ day, entry }: JournalRow): string {
  return `${day.slice(0, 7)}-${String(entry).padStart(6, '0')}`
}

/** An account is `name/sub-account`; without a sub-account that is ''. */
function partsOf({ name }: NamedAccount): readonly [name: string, sub: string] {
  const [account = '', ...sub] = name.split('/')
  return [account, sub.join('/')]
}

function memoOf({ reference, kind }: JournalRow): string {
  return `${reference} ${BOOK_WORDS.kinds[kind]}`
}

interface Side {
  readonly account: string
  readonly sub: string
  readonly taxClass: string
  /** '' where nothing is taxed. */
  readonly tax: number | ''
}

type TaxClasses = typeof BOOK_WORDS.freeeTax | typeof BOOK_WORDS.moneyForwardTax

/** Only sales are taxed: what a provider owes, and what was paid in advance, are not supply. */
function sideOf(row: JournalRow, own: NamedAccount, classes: TaxClasses): Side {
  const [account, sub] = partsOf(own)
  const rate = own.kind === 'sales' ? row.taxRate : null
  return { account, sub, taxClass: classOf(rate, classes), tax: rate === null ? '' : row.tax }
}

/** The class of a rate that no program knows is the rate itself: the import asks for it. */
function classOf(rate: number | null, classes: TaxClasses): string {
  switch (rate) {
    case null:
      return classes.none
    case 10:
      return classes[10]
    case 8:
      return classes[8]
    case 0:
      return classes[0]
    default:
      return `${rate}%`
  }
}

function freeeCells(row: JournalRow): Array<string | number> {
  const side = (own: NamedAccount): Array<string | number> => {
    const { account, sub, taxClass, tax } = sideOf(row, own, BOOK_WORDS.freeeTax)
    return [account, '', sub, '', '', '', '', '', '', '', '', row.yen, taxClass, tax]
  }
  return [slashed(row.day), row.entry, '', ...side(row.debit), ...side(row.credit), memoOf(row)]
}

function moneyForwardCells(row: JournalRow): Array<string | number> {
  const side = (own: NamedAccount): Array<string | number> => {
    const { account, sub, taxClass, tax } = sideOf(row, own, BOOK_WORDS.moneyForwardTax)
    return [account, sub, '', '', taxClass, '', row.yen, tax]
  }
  return [
    row.entry,
    slashed(row.day),
    ...side(row.debit),
    ...side(row.credit),
    memoOf(row),
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
  ]
}

function slashed(day: string): string {
  return day.replaceAll('-', '/')
}
