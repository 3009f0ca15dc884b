import { BOOKINGS } from '@kippu/domain/books/journal'
import { jstIso } from '@kippu/domain/jst-date'

import { type ClosingRefusal, closeMonth } from '../../office/books/close-month.ts'
import { type ClosedMonth, readClosed } from '../../office/books/closed-months.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from './refund.ts'
import { type Columns, listed } from '../texts/table.ts'
import { oneOf, typedMonth } from '../parse/typed-days.ts'

/** The closed months of a site (docs/books.md). */
export const months: Command = {
  usage: `months <site>
       npm run kippu -- months close <site> <month> [--by sale]`,
  summary: 'the months whose books are closed; a closed month never changes any more',
  options: {
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
  const closing = await closeMonth(deps, asked)
  if (closing.kind === 'refused') return refusedReport(`${asked.month}: ${refusalText(closing.refusal)}`)
  const { entries, lines } = closing
  return {
    text: `${asked.month} of ${asked.siteKey} is closed: ${entries} entries of ${lines} lines.`,
    json: { ...asked, entries, lines },
  }
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
