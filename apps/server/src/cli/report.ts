import { csvLine } from '@kippu/domain/books/csv-line'
import { BOOKINGS } from '@kippu/domain/books/journal'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { summariseDay } from '../books/day-summary.ts'
import { reportSales, SALES_GROUPS, type SalesLine, totalOf } from '../books/sales-report.ts'
import { reportVisitors, VISITOR_GROUPS } from '../books/visitors.ts'
import { chosenSite } from './chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from './command.ts'
import { summaryText } from './summary-text.ts'
import { table } from './table.ts'
import { oneOf, PERIOD_OPTIONS, typedDay, typedPeriod } from './typed-days.ts'

const FORMATS = ['table', 'csv', 'json'] as const

/** Sales, visitors and the summary of a day (docs/books.md). */
export const report: Command = {
  usage: `report sales <site> [--from <day>] [--to <day>] [--by sale] [--group day] [--format table]
       npm run kippu -- report visitors <site> [--from <day>] [--to <day>] [--group day] [--format table]
       npm run kippu -- report daily <site> [--date <day>]`,
  summary: 'sales with tax by rate, visitors and no-shows of some days, and the summary of a day',
  permission: 'money:read',
  reach: 'site',
  options: {
    ...PERIOD_OPTIONS,
    by: {
      type: 'string',
      help: 'sale: the day on which it was paid; visit: that of the visit; without it, sale',
    },
    group: {
      type: 'string',
      help: `sales: ${SALES_GROUPS.join(', ')}; visitors: ${VISITOR_GROUPS.join(', ')}; without it, day`,
    },
    format: { type: 'string', help: `${FORMATS.join(', ')}; without it, table` },
    date: { type: 'string', help: 'of the summary; without it, yesterday' },
  },
  async run(deps, typed) {
    const [what, site, ...more] = typed.positionals
    const make = REPORTS.get(what ?? '')
    if (make === undefined || more.length > 0)
      throw new UsageError(`report takes one of ${[...REPORTS.keys()].join(', ')}, and a site`)
    return make(deps, typed, chosenSite(deps, site))
  },
}

type Make = (deps: CommandDeps, typed: CommandArguments, siteKey: string) => Promise<Report>

const REPORTS: ReadonlyMap<string, Make> = new Map([
  ['sales', salesReport],
  ['visitors', visitorsReport],
  ['daily', dailyReport],
])

async function salesReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const booking = oneOf('--by', BOOKINGS, typed.text('by') ?? 'sale')
  const group = oneOf('--group', SALES_GROUPS, typed.text('group') ?? 'day')
  const period = { siteKey, booking, ...typedPeriod(deps, typed) }
  const lines = await reportSales(deps, period, group)
  const total = totalOf(lines)
  const rates = total.rates.map(({ rate }) => rate)
  const head = [
    ...SALES_COLUMNS,
    ...rates.flatMap(rate => [`with_tax_${rate}`, `tax_${rate}`, `base_${rate}`]),
  ]
  const cells = [...lines, total].map(line => salesCells(line, rates))
  return inFormat(typed, { head, cells, json: { ...period, group, lines, total } })
}

const SALES_COLUMNS = [
  'group',
  'visits',
  'tickets',
  'gross',
  'membership',
  'coupons',
  'method_discount',
  'changes',
  'refunded_tickets',
  'cancelled_visits',
  'refunds',
  'net',
] as const

function salesCells(line: SalesLine, rates: readonly number[]): Array<string | number> {
  return [
    line.group,
    line.visits,
    line.tickets,
    line.gross,
    line.membership,
    line.coupon,
    line.method,
    line.changes,
    line.refundedTickets,
    line.cancelledVisits,
    line.refunds,
    line.net,
    ...rates.flatMap(rate => {
      const own = line.rates.find(one => one.rate === rate)
      return [own?.withTax ?? 0, own?.tax ?? 0, own?.base ?? 0]
    }),
  ]
}

async function visitorsReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const group = oneOf('--group', VISITOR_GROUPS, typed.text('group') ?? 'day')
  const period = { siteKey, ...typedPeriod(deps, typed) }
  const lines = await reportVisitors(deps, { ...period, now: new Date(deps.clock.now()) }, group)
  const cells = lines.map(line => [
    line.group,
    line.capacity,
    line.sold,
    line.admitted,
    line.noShows,
    line.refused,
  ])
  const head = ['group', 'capacity', 'sold', 'admitted', 'no_shows', 'refused']
  return inFormat(typed, { head, cells, json: { ...period, group, lines } })
}

async function dailyReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const { clock } = deps
  const typedDate = typed.text('date')
  const day = typedDate === undefined ? addDays(jstDateOf(clock.now()), -1) : typedDay('--date', typedDate)
  const summary = await summariseDay(deps, { siteKey, day, now: new Date(clock.now()) })
  return { text: summaryText(summary), json: summary }
}

interface Lines {
  readonly head: readonly string[]
  readonly cells: ReadonlyArray<ReadonlyArray<string | number>>
  readonly json: unknown
}

function inFormat(typed: CommandArguments, { head, cells, json }: Lines): Report {
  switch (oneOf('--format', FORMATS, typed.text('format') ?? 'table')) {
    case 'csv':
      return { text: [head, ...cells].map(csvLine).join('').trimEnd(), json }
    case 'json':
      return { text: JSON.stringify(json, null, 2), json }
    case 'table':
      return {
        get text() {
          return table([head.map(name => name.toUpperCase()), ...cells.map(row => row.map(String))])
        },
        json,
      }
  }
}
