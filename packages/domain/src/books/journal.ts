import type { IsoDate } from '../jst-date.ts'
import { sumOf } from '../sum.ts'
import type { Flow, FlowKind } from './flows.ts'
import { flowsOf } from './flows.ts'
import type { VisitHistory } from './history.ts'
import { dayOf, recognisedOf } from './recognised.ts'
import type { MoneyShare } from './shares.ts'

/** `sale`: what is paid is sales at once. `visit`: it is received in advance and becomes sales on the day of the visit. */
export const BOOKINGS = ['sale', 'visit'] as const
export type Booking = (typeof BOOKINGS)[number]

/**
 * `receivable`: what a provider of payments owes the venue, one account a provider. `suspense`: money without a visit, until it is given
 * back.
 */
export type Account =
  | { readonly kind: 'receivable'; readonly provider: string }
  | { readonly kind: 'sales' | 'advance' | 'suspense' }

/** One amount from one account to another; at most one of the two is taxed. */
export interface JournalLine {
  readonly debit: Account
  readonly credit: Account
  /** Above 0. */
  readonly yen: number
  /** Null where nothing is taxed. */
  readonly taxRate: number | null
  /** Contained in the amount. */
  readonly tax: number
}

export type EntryKind = FlowKind | 'visit' | 'unplaced'

/** All that one document books on one day. Each line is balanced by itself. */
export interface JournalEntry {
  readonly day: IsoDate
  readonly kind: EntryKind
  /** The same for ever, and no other entry has it. */
  readonly document: string
  /** The reference of the reservation; for money without one, of the payment at its provider. */
  readonly reference: string
  readonly lines: readonly JournalLine[]
}

const SALES: Account = { kind: 'sales' }
const ADVANCE: Account = { kind: 'advance' }
const SUSPENSE: Account = { kind: 'suspense' }

/** The entries of a reservation on the days from `from` to `to`, both included; those that move nothing are left out. */
export function entriesOf(
  history: VisitHistory,
  { booking, from, to }: { readonly booking: Booking; readonly from: IsoDate; readonly to: IsoDate },
): JournalEntry[] {
  const isInside = (day: IsoDate): boolean => from <= day && day <= to
  const flows = flowsOf(history)
    .map(flow => ({ flow, day: dayOf(flow) }))
    .filter(({ day }) => isInside(day))
    .map(({ flow, day }) => ({
      day,
      kind: flow.kind,
      document: flow.document,
      reference: history.number,
      lines: booking === 'sale' ? linesAtOnce(flow.shares) : linesInAdvance(flow),
    }))
  const visits =
    booking === 'sale'
      ? []
      : recognisedOf(history)
          .filter(({ day }) => isInside(day))
          .map(({ day, shares }) => ({
            day,
            kind: 'visit' as const,
            document: `visit:${history.reservationId}:${day}`,
            reference: history.number,
            lines: linesOfVisit(shares),
          }))
  return [...flows, ...visits]
    .filter(({ lines }) => lines.length > 0)
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
}

function linesAtOnce(shares: readonly MoneyShare[]): JournalLine[] {
  return shares.flatMap(({ provider, taxRate, yen, tax }) =>
    line({ kind: 'receivable', provider }, SALES, { yen, taxRate, tax }),
  )
}

function linesInAdvance({ shares }: Flow): JournalLine[] {
  const ways = Map.groupBy(shares, ({ provider }) => provider)
  return Array.from(ways, ([provider, same]) =>
    line({ kind: 'receivable', provider }, ADVANCE, {
      yen: sumOf(same.map(({ yen }) => yen)),
      taxRate: null,
      tax: 0,
    }),
  ).flat()
}

function linesOfVisit(shares: readonly MoneyShare[]): JournalLine[] {
  const rates = Map.groupBy(shares, ({ taxRate }) => taxRate)
  return Array.from(rates, ([taxRate, same]) =>
    line(ADVANCE, SALES, {
      yen: sumOf(same.map(({ yen }) => yen)),
      taxRate,
      tax: sumOf(same.map(({ tax }) => tax)),
    }),
  ).flat()
}

/** Money that came in and belongs to no visit, or that goes back again; signed. */
export interface UnplacedMoney {
  readonly day: IsoDate
  readonly document: string
  /** The reference of the payment at its provider. */
  readonly reference: string
  readonly provider: string
  readonly yen: number
}

export function unplacedEntry({ day, document, reference, provider, yen }: UnplacedMoney): JournalEntry {
  return {
    day,
    kind: 'unplaced',
    document,
    reference,
    lines: line({ kind: 'receivable', provider }, SUSPENSE, { yen, taxRate: null, tax: 0 }),
  }
}

/** The accounts change sides where an amount is below 0. */
function line(
  debit: Account,
  credit: Account,
  { yen, taxRate, tax }: Pick<JournalLine, 'yen' | 'taxRate' | 'tax'>,
): JournalLine[] {
  if (yen === 0) return []
  return yen > 0
    ? [{ debit, credit, yen, taxRate, tax }]
    : [{ debit: credit, credit: debit, yen: -yen, taxRate, tax: 0 - tax }]
}
