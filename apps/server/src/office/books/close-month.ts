import type { Booking, EntryKind } from '@kippu/domain/books/journal'
import { sql } from 'kysely'

import { OPEN_STATES } from '../../payments/attempts/open-states.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { listed } from '../../platform/db/list.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { listClosed } from './closed-months.ts'
import { boundsOf, SETTLING_MS } from './days.ts'
import { bookedMonth, computeJournal, type JournalRow, type MonthOfSite } from './journal-rows.ts'
import { daysOfMonth, nextMonth } from './months.ts'
import { lockFreeName } from '../../platform/db/lock-name.ts'

/** Lines of one statement. */
const AT_ONCE = 2_000

export type ClosingRefusal =
  | { readonly why: 'not over' | 'closed already' | 'being closed' }
  /** Months follow each other. */
  | { readonly why: 'another is next'; readonly next: string }
  | { readonly why: 'closed otherwise'; readonly booking: string }
  /** Payments and refunds whose end is not known, by their ids. */
  | {
      readonly why: 'undecided'
      readonly attempts: readonly string[]
      readonly refunds: readonly string[]
    }

export type Closing =
  | { readonly kind: 'closed'; readonly entries: number; readonly lines: number }
  | { readonly kind: 'refused'; readonly refusal: ClosingRefusal }

/** A month as it would be closed. */
export interface ClosingPlan {
  readonly kind: 'planned'
  readonly entries: number
  readonly lines: number
  /** Its yen, by what happened. */
  readonly totals: ReadonlyArray<{ readonly kind: EntryKind; readonly yen: number }>
  /** Whether it decides how every later month of the site is booked. */
  readonly isFirst: boolean
}

interface CloseDeps {
  readonly db: Database
  readonly clock: Clock
}

/** A month as closing it would keep it for ever, or why it can't be closed; nothing is done. */
export const previewClosing = staffVerb({
  name: 'months close',
  permission: 'money:close',
  reach: 'site',
  input: bookedMonth,
  run: plan,
})

async function plan(
  { db, clock }: CloseDeps,
  asked: MonthOfSite & { readonly booking: Booking },
): Promise<ClosingPlan | Extract<Closing, { readonly kind: 'refused' }>> {
  const refusal = await findRefusal({ db, clock }, asked)
  if (refusal !== undefined) return { kind: 'refused', refusal }
  const isFirst = (await db.read(read => listClosed(read, asked.siteKey))).length === 0
  const totals = new Map<EntryKind, number>()
  let [entries, lines] = [0, 0]
  for await (const { entry, kind, yen } of computeJournal({ db }, asked)) {
    entries = entry
    lines += 1
    totals.set(kind, (totals.get(kind) ?? 0) + yen)
  }
  return {
    kind: 'planned',
    entries,
    lines,
    totals: Array.from(totals, ([kind, yen]) => ({ kind, yen })),
    isFirst,
  }
}

/**
 * Closes a month: its journal is stored and never changes any more. What happens to its orders afterwards is booked in the month in which it
 * does. All or nothing; of two who close it at once one does.
 */
export const closeMonth = staffVerb({
  name: 'months close',
  permission: 'money:close',
  reach: 'site',
  input: bookedMonth,
  run: close,
})

async function close(
  { db, clock }: CloseDeps,
  asked: MonthOfSite & { readonly booking: Booking },
  act: Act,
): Promise<Closing> {
  const refusal = await findRefusal({ db, clock }, asked)
  if (refusal !== undefined) return { kind: 'refused', refusal }
  return db.transaction(async tx => {
    // Nobody waits: the second one is told.
    if (!(await lockFreeName(tx, `closing ${asked.siteKey}`)))
      return { kind: 'refused', refusal: { why: 'being closed' } }
    // Read again under the lock: somebody may have closed it since.
    const late = refusedByMonths(await listClosed(tx, asked.siteKey), asked)
    if (late !== undefined) return { kind: 'refused', refusal: late }
    return store(tx, asked, act)
  })
}

async function store(tx: Tx, asked: MonthOfSite & { readonly booking: Booking }, act: Act): Promise<Closing> {
  const { siteKey, month, booking } = asked
  const reads = { db: { read: <T>(work: (read: Read) => Promise<T>) => work(tx) } }
  let entries = 0
  let lines = 0
  let some: JournalRow[] = []
  for await (const row of computeJournal(reads, asked)) {
    some.push(row)
    entries = row.entry
    lines += 1
    if (some.length < AT_ONCE) continue
    await insertRows(tx, asked, some)
    some = []
  }
  if (some.length > 0) await insertRows(tx, asked, some)
  const closed_at = new Date(act.clock.now())
  await tx
    .insertInto('closed_months')
    .values({ site_key: siteKey, month, booking, closed_at, closed_by: act.actor.name, entries })
    .execute()
  await recordAction(tx, act, { subject: month, details: { booking, entries, lines } })
  return { kind: 'closed', entries, lines }
}

async function insertRows(
  tx: Tx,
  { siteKey, month }: MonthOfSite,
  rows: readonly JournalRow[],
): Promise<void> {
  await sql`
    insert into journal_entries (site_key, month, entry, line, day, kind, document, reference, debit_kind, debit_account,
                                 credit_kind, credit_account, yen, tax_rate, tax)
    select ${siteKey}, ${month}, j.entry, j.line, j.day::date, j.kind, j.document, j.reference, j.debit_kind, j.debit, j.credit_kind,
           j.credit, j.yen, j.tax_rate, j.tax
      from ${listed('j', {
        entry: ['int', rows.map(({ entry }) => entry)],
        line: ['smallint', rows.map(({ line }) => line)],
        day: ['text', rows.map(({ day }) => day)],
        kind: ['text', rows.map(({ kind }) => kind)],
        document: ['text', rows.map(({ document }) => document)],
        reference: ['text', rows.map(({ reference }) => reference)],
        debit_kind: ['text', rows.map(({ debit }) => debit.kind)],
        debit: ['text', rows.map(({ debit }) => debit.name)],
        credit_kind: ['text', rows.map(({ credit }) => credit.kind)],
        credit: ['text', rows.map(({ credit }) => credit.name)],
        yen: ['int', rows.map(({ yen }) => yen)],
        tax_rate: ['smallint', rows.map(({ taxRate }) => taxRate)],
        tax: ['int', rows.map(({ tax }) => tax)],
      })}`.execute(tx)
}

/** Why a month can't be closed; undefined when it can. */
async function findRefusal(
  { db, clock }: Pick<CloseDeps, 'db' | 'clock'>,
  asked: MonthOfSite & { readonly booking: Booking },
): Promise<ClosingRefusal | undefined> {
  const { from, to } = daysOfMonth(asked.month)
  const { end } = boundsOf(from, to)
  if (clock.now() < end.getTime() + SETTLING_MS) return { why: 'not over' }
  return db.read(async read => {
    const refused = refusedByMonths(await listClosed(read, asked.siteKey), asked)
    return refused ?? findUndecided(read, asked.siteKey, end)
  })
}

function refusedByMonths(
  closed: ReadonlyArray<{ readonly month: string; readonly booking: string }>,
  { month, booking }: Pick<MonthOfSite, 'month'> & { readonly booking: Booking },
): ClosingRefusal | undefined {
  if (closed.some(one => one.month === month)) return { why: 'closed already' }
  const last = closed.at(-1)
  if (last === undefined) return undefined
  const next = nextMonth(last.month)
  if (month !== next) return { why: 'another is next', next }
  return last.booking === booking ? undefined : { why: 'closed otherwise', booking: last.booking }
}

/** Payments and refunds that began before the end of the month, and of which nobody knows how they end. */
async function findUndecided(read: Read, siteKey: string, end: Date): Promise<ClosingRefusal | undefined> {
  const attempts = await sql<{ id: string }>`
    select id from payment_attempts
     where site_key = ${siteKey} and created_at < ${end} and (operation is not null or needs_person or state in (${OPEN_STATES}))
     order by id`.execute(read)
  const refunds = await sql<{ id: string }>`
    select f.id from refunds f
     where f.site_key = ${siteKey} and f.created_at < ${end} and (f.needs_person or f.state = 'requested')
    union all
    select q.id from refund_requests q where q.site_key = ${siteKey} and q.created_at < ${end} and not q.is_spread
     order by id`.execute(read)
  if (attempts.rows.length === 0 && refunds.rows.length === 0) return undefined
  return {
    why: 'undecided',
    attempts: attempts.rows.map(({ id }) => id),
    refunds: refunds.rows.map(({ id }) => id),
  }
}
