import { type Booking, BOOKINGS } from '@kippu/domain/books/journal'
import { jstIso } from '@kippu/domain/jst-date'

import {
  type ClosingPlan,
  type ClosingRefusal,
  closeMonth,
  previewClosing,
} from '../../office/books/close-month.ts'
import { type ClosedMonth, readClosed } from '../../office/books/closed-months.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { askFirst } from '../ask-first.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type Report,
  UsageError,
  YES_OPTION,
} from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, counted, listed, table, yenText } from '../texts/table.ts'
import { oneOf, typedMonth } from '../parse/typed-days.ts'

/** The closed months of a site (docs/books.md). */
export const months: Command = {
  usage: `months <site>
       npm run kippu -- months close <site> <month> [--by sale] [--yes]`,
  summary: 'the months whose books are closed; a closed month never changes any more',
  options: {
    ...YES_OPTION,
    by: {
      type: 'string',
      help: 'sale: sales when paid; visit: received in advance, sales on the day of the visit; without it, sale',
    },
  },
  async run(deps, typed) {
    const [first, ...words] = typed.positionals
    if (first === 'close') return closeReport(deps, typed, words)
    if (words.length > 0) throw new UsageError('months takes a site, or close with a site and a month')
    return listReport(deps, chosenSite(deps, first))
  },
}

async function listReport(deps: CommandDeps, siteKey: string): Promise<Report> {
  const closed = await readClosed(deps, { siteKey })
  if (closed.length === 0) return { text: 'No month is closed.', json: [] }
  return { text: listed(COLUMNS, closed), json: closed }
}

const COLUMNS: Columns<ClosedMonth> = {
  MONTH: ({ month }) => month,
  BY: ({ booking }) => booking,
  ENTRIES: ({ entries }) => String(entries),
  CLOSED: ({ closedAt }) => jstIso(closedAt.getTime()),
  'CLOSED BY': ({ closedBy }) => closedBy,
}

async function closeReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, month, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('months close takes a site and a month')
  const asked = {
    siteKey: chosenSite(deps, site),
    month: typedMonth('month', month),
    booking: oneOf('--by', BOOKINGS, typed.text('by') ?? 'sale'),
  }
  const notClosed = (refusal: ClosingRefusal) => refusedReport(`${asked.month}: ${refusalText(refusal)}`)
  return askFirst(typed, {
    plan: async () => {
      const planned = await previewClosing(deps, asked)
      if (planned.kind === 'refused') return notClosed(planned.refusal)
      const { kind: _, ...json } = planned
      return { text: planText(asked, planned), json: { ...asked, ...json } }
    },
    word: asked.month,
    run: async () => {
      const closing = await closeMonth(deps, asked)
      if (closing.kind === 'refused') return notClosed(closing.refusal)
      const { entries, lines } = closing
      return {
        text: `${asked.month} of ${asked.siteKey} is closed: ${entries} entries of ${lines} lines.`,
        json: { ...asked, entries, lines },
      }
    },
  })
}

interface AskedMonth {
  readonly siteKey: string
  readonly month: string
  readonly booking: Booking
}

function planText(
  { siteKey, month, booking }: AskedMonth,
  { entries, lines, totals, isFirst }: ClosingPlan,
): string {
  return [
    `${month} of ${siteKey}, booked by ${booking}: ${counted(entries, 'entry', 'entries')} of ${counted(lines, 'line')}.`,
    ...(totals.length === 0 ? [] : [table(totals.map(({ kind, yen }) => [`  ${kind}`, yenText(yen)]))]),
    'A closed month never changes any more: what happens to its orders later is booked in the month in which it does.',
    ...(isFirst
      ? [`It is the first: every later month of ${siteKey} is booked by ${booking} too, for ever.`]
      : []),
  ].join('\n')
}

function refusalText(refusal: ClosingRefusal): string {
  switch (refusal.why) {
    case 'not over':
      return 'it is not over; it can be closed from 00:15 of the first day after it on'
    case 'closed already':
      return 'it is closed already'
    case 'being closed':
      return 'somebody closes a month of this site at this moment'
    case 'another is next':
      return `the next month to be closed is ${refusal.next}`
    case 'closed otherwise':
      return `the months before it are closed by ${refusal.booking}: write --by ${refusal.booking}`
    case 'undecided':
      return [
        'nobody knows yet how these end',
        ...refusal.attempts.map(id => `payment ${id} (kippu attempt ${id})`),
        ...refusal.refunds.map(id => `refund ${id} (kippu refunds)`),
      ].join('\n  ')
  }
}
