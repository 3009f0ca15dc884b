import { type Booking, BOOKINGS, type EntryKind, type JournalEntry } from '@kippu/domain/books/journal'
import type { IsoDate } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { site } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { BookReads } from './book-reads.ts'
import { type NamedAccount, type NameOfAccount, readAccountNames } from './account-names.ts'
import { findClosed } from './closed-months.ts'
import { daysOfMonth } from './months.ts'
import { readEntries } from './read-journal.ts'

/** A line of a journal. */
export interface JournalRow {
  /** From 1 in each month; lines of one entry share it. */
  readonly entry: number
  /** From 1 in each entry. */
  readonly line: number
  readonly day: IsoDate
  readonly kind: EntryKind
  readonly document: string
  readonly reference: string
  readonly debit: NamedAccount
  readonly credit: NamedAccount
  readonly yen: number
  readonly taxRate: number | null
  readonly tax: number
}

export interface MonthOfSite {
  readonly siteKey: string
  /** `2026-11` */
  readonly month: string
}

/** The input that names a month and how it is booked. */
export const bookedMonth = v.object({ ...site, month: v.string(), booking: v.picklist(BOOKINGS) })

/** The month was closed with the other booking. */
export type JournalRefusal = { readonly refused: 'closed otherwise'; readonly booking: string }

/**
 * The journal of a month: as it was closed, else as it stands now. Rows come as they are read, so that any number needs the same memory.
 */
export const readJournal = staffVerb({
  name: 'journal',
  permission: 'money:read',
  reach: 'site',
  input: bookedMonth,
  run: openJournal,
})

async function openJournal(
  { db }: BookReads,
  asked: MonthOfSite & { readonly booking: Booking },
): Promise<AsyncGenerator<JournalRow> | JournalRefusal> {
  const closed = await db.read(read => findClosed(read, asked))
  if (closed === undefined) return computeJournal({ db }, asked)
  if (closed.booking !== asked.booking) return { refused: 'closed otherwise', booking: closed.booking }
  return storedJournal({ db }, asked)
}

/** The journal of a month from what happened, whether it is closed or not. */
export async function* computeJournal(
  { db }: BookReads,
  { siteKey, month, booking }: MonthOfSite & { readonly booking: Booking },
): AsyncGenerator<JournalRow> {
  const nameOf = await db.read(read => readAccountNames(read, siteKey))
  let entry = 0
  for await (const one of readEntries({ db }, { siteKey, booking, ...daysOfMonth(month) })) {
    entry += 1
    yield* rowsOf(one, entry, nameOf)
  }
}

function rowsOf(
  { day, kind, document, reference, lines }: JournalEntry,
  entry: number,
  nameOf: NameOfAccount,
): JournalRow[] {
  return lines.map(({ debit, credit, yen, taxRate, tax }, index) => ({
    entry,
    line: index + 1,
    day,
    kind,
    document,
    reference,
    debit: nameOf(debit),
    credit: nameOf(credit),
    yen,
    taxRate,
    tax,
  }))
}

/** Entries of one statement. */
const AT_ONCE = 2_000

const entryKind = v.picklist(['sale', 'change', 'refund', 'release', 'visit', 'unplaced'])

async function* storedJournal(
  { db }: BookReads,
  { siteKey, month }: MonthOfSite,
): AsyncGenerator<JournalRow> {
  for (let after = 0; ; after += AT_ONCE) {
    const rows = await db.read(read =>
      read
        .selectFrom('journal_entries')
        .selectAll()
        .where('site_key', '=', siteKey)
        .where('month', '=', month)
        .where('entry', '>', after)
        .where('entry', '<=', after + AT_ONCE)
        .orderBy('entry')
        .orderBy('line')
        .execute(),
    )
    if (rows.length === 0) return
    yield* rows.map(row => ({
      entry: row.entry,
      line: row.line,
      day: row.day,
      kind: v.parse(entryKind, row.kind),
      document: row.document,
      reference: row.reference,
      debit: { kind: row.debit_kind, name: row.debit_account },
      credit: { kind: row.credit_kind, name: row.credit_account },
      yen: row.yen,
      taxRate: row.tax_rate,
      tax: row.tax,
    }))
  }
}
