import type { VisitHistory } from '@kippu/domain/books/history'
import { type Booking, entriesOf, type JournalEntry, unplacedEntry } from '@kippu/domain/books/journal'
import { inParts } from '@kippu/domain/in-parts'
import { datesBetween, type IsoDate } from '@kippu/domain/jst-date'

import type { BookReads } from './book-reads.ts'
import { findTouched, findUnplaced } from './touched-visits.ts'
import { readHistories } from './read-histories.ts'

/** Reservations of one statement. Nothing is kept of them after it, so that any number needs the same memory. */
export const AT_ONCE = 500

export interface Period {
  readonly siteKey: string
  readonly from: IsoDate
  /** Included. */
  readonly to: IsoDate
  readonly booking: Booking
}

/** The bookings on the days of a period, day by day, each day's in the order in which they happened. */
export async function* readEntries({ db }: BookReads, period: Period): AsyncGenerator<JournalEntry> {
  for await (const { day, histories } of readTouched({ db }, period)) {
    for (const history of histories)
      yield* entriesOf(history, { booking: period.booking, from: day, to: day })
    if (histories.length > 0) continue
    const unplaced = await db.read(read => findUnplaced(read, { siteKey: period.siteKey, day }))
    yield* unplaced.map(unplacedEntry).filter(({ lines }) => lines.length > 0)
  }
}

interface Touched {
  readonly day: IsoDate
  /** Empty after the last ones of the day. */
  readonly histories: readonly VisitHistory[]
}

/** The reservations that each day of a period touches, some at a time, and an empty list where the day ends. */
export async function* readTouched(
  { db }: BookReads,
  { siteKey, from, to, booking }: Period,
): AsyncGenerator<Touched> {
  for (const day of datesBetween(from, to)) {
    const ids = await db.read(read => findTouched(read, { siteKey, day }, booking))
    for (const some of inParts(ids, AT_ONCE))
      yield { day, histories: await db.read(read => readHistories(read, some)) }
    yield { day, histories: [] }
  }
}
