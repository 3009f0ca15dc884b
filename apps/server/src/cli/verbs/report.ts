import { csvLine } from '@kippu/domain/books/csv-line'
import { BOOKINGS } from '@kippu/domain/books/journal'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'

import { reportDay } from '../../office/books/day-summary.ts'
import {
  type RateLine,
  reportSales,
  SALES_GROUPS,
  type SalesLine,
  totalOf,
} from '../../office/books/sales-report.ts'
import { reportUnpaid, type UnpaidLine } from '../../office/books/unpaid.ts'
import { reportVisitors, VISITOR_GROUPS, type VisitorsLine } from '../../office/books/visitors.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { summaryText } from '../texts/summary-text.ts'
import { table } from '../texts/table.ts'
import { oneOf, PERIOD_OPTIONS, typedDay, typedPeriod } from '../parse/typed-days.ts'

const FORMATS = ['table', 'csv', 'json'] as const

/** Sales, visitors, orders that nobody paid, and the summary of a day (docs/books.md). */
export const report: Command = {
  usage: `report sales <site> [--from <day>] [--to <day>] [--by sale] [--group day] [--format table]
       npm run kippu -- report visitors <site> [--from <day>] [--to <day>] [--group day] [--format table]
       npm run kippu -- report unpaid <site> [--from <day>] [--to <day>] [--format table]
       npm run kippu -- report daily <site> [--date <day>]`,
  summary:
    'sales with tax by rate, visitors and no-shows of some days, orders that nobody paid, and the summary of a day',
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
  mayReadReplica: true,
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
  ['unpaid', unpaidReport],
  ['daily', dailyReport],
])

async function salesReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const booking = oneOf('--by', BOOKINGS, typed.text('by') ?? 'sale')
  const group = oneOf('--group', SALES_GROUPS, typed.text('group') ?? 'day')
  const period = { siteKey, booking, ...typedPeriod(deps, typed) }
  const lines = await reportSales(deps, { ...period, group })
  const total = totalOf(lines)
  const columns = [...Object.values(SALES_COLUMNS), ...total.rates.flatMap(({ rate }) => columnsOfRate(rate))]
  return inFormat(typed, { columns, lines: [...lines, total], json: { ...period, group, lines, total } })
}

interface Column<Line> {
  readonly head: string
  readonly cell: (line: Line) => string | number
}

/** A column for each fact of a line: one that has none does not compile. */
const SALES_COLUMNS: Readonly<Record<Exclude<keyof SalesLine, 'rates'>, Column<SalesLine>>> = {
  group: { head: 'group', cell: line => line.group },
  visits: { head: 'visits', cell: line => line.visits },
  tickets: { head: 'tickets', cell: line => line.tickets },
  gross: { head: 'gross', cell: line => line.gross },
  membership: { head: 'membership', cell: line => line.membership },
  coupon: { head: 'coupons', cell: line => line.coupon },
  method: { head: 'method_discount', cell: line => line.method },
  changes: { head: 'changes', cell: line => line.changes },
  refundedTickets: { head: 'refunded_tickets', cell: line => line.refundedTickets },
  cancelledVisits: { head: 'cancelled_visits', cell: line => line.cancelledVisits },
  refunds: { head: 'refunds', cell: line => line.refunds },
  net: { head: 'net', cell: line => line.net },
}

const RATE_COLUMNS: Readonly<Record<Exclude<keyof RateLine, 'rate'>, Column<RateLine>>> = {
  withTax: { head: 'with_tax', cell: line => line.withTax },
  tax: { head: 'tax', cell: line => line.tax },
  base: { head: 'base', cell: line => line.base },
}

/** A line without sales at the rate has 0. */
function columnsOfRate(rate: number): Array<Column<SalesLine>> {
  return Object.values(RATE_COLUMNS).map(({ head, cell }) => ({
    head: `${head}_${rate}`,
    cell: line => {
      const own = line.rates.find(one => one.rate === rate)
      return own === undefined ? 0 : cell(own)
    },
  }))
}

async function visitorsReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const group = oneOf('--group', VISITOR_GROUPS, typed.text('group') ?? 'day')
  const period = { siteKey, ...typedPeriod(deps, typed) }
  const lines = await reportVisitors(deps, { ...period, group })
  return inFormat(typed, {
    columns: Object.values(VISITOR_COLUMNS),
    lines,
    json: { ...period, group, lines },
  })
}

const VISITOR_COLUMNS: Readonly<Record<keyof VisitorsLine, Column<VisitorsLine>>> = {
  group: { head: 'group', cell: line => line.group },
  capacity: { head: 'capacity', cell: line => line.capacity },
  sold: { head: 'sold', cell: line => line.sold },
  admitted: { head: 'admitted', cell: line => line.admitted },
  noShows: { head: 'no_shows', cell: line => line.noShows },
  refused: { head: 'refused', cell: line => line.refused },
}

async function unpaidReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const period = { siteKey, ...typedPeriod(deps, typed) }
  const lines = await reportUnpaid(deps, period)
  return inFormat(typed, { columns: Object.values(UNPAID_COLUMNS), lines, json: { ...period, lines } })
}

const UNPAID_COLUMNS: Readonly<Record<keyof UnpaidLine, Column<UnpaidLine>>> = {
  day: { head: 'day', cell: line => line.day },
  product: { head: 'product', cell: line => line.product },
  reason: { head: 'reason', cell: line => line.reason },
  orders: { head: 'orders', cell: line => line.orders },
  units: { head: 'tickets', cell: line => line.units },
}

async function dailyReport(deps: CommandDeps, typed: CommandArguments, siteKey: string): Promise<Report> {
  const typedDate = typed.text('date')
  const day =
    typedDate === undefined ? addDays(jstDateOf(deps.clock.now()), -1) : typedDay('--date', typedDate)
  const summary = await reportDay(deps, { siteKey, day })
  return { text: summaryText(summary), json: summary }
}

interface Listed<Line> {
  readonly columns: ReadonlyArray<Column<Line>>
  readonly lines: readonly Line[]
  readonly json: unknown
}

function inFormat<Line>(typed: CommandArguments, { columns, lines, json }: Listed<Line>): Report {
  const head = columns.map(column => column.head)
  const cells = lines.map(line => columns.map(({ cell }) => cell(line)))
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
