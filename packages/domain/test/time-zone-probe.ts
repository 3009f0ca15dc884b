import { formatDate, formatTimeRange } from '../src/date-format.ts'
import { buildMonths, daysFromStatuses } from '../src/calendar/month.ts'
import { moveFocus } from '../src/calendar/keyboard.ts'
import { addDays, datesBetween, epochMsOf, jstDateOf, jstIso, timeOf, weekdayOf } from '../src/jst-date.ts'
import { expired } from '../src/form/rules.ts'
import { LANGUAGES } from '../src/language.ts'
import { formatCurrency } from '../src/money.ts'
import { isTimeSpanOnSale } from '../src/stock/availability.ts'

/**
 * Runs every function of the package that depends on dates, once. Prints the results and the host's own idea of the
 * time.
 */
const HOUR = 3_600_000
/** Every hour of the days around a turn of the year, a leap day, and the clock changes in America. */
const instants = [
  '2026-12-31T00:00:00Z',
  '2028-02-28T00:00:00Z',
  '2026-03-08T00:00:00Z',
  '2026-11-01T00:00:00Z',
].flatMap(start => Array.from({ length: 48 }, (_, i) => Date.parse(start) + i * HOUR))

const row = { stock_status: 'few', display_price: 3200, is_sold_out_display_product: false }
const noon = '2026-12-01T12:00:00+09:00'

const answers = {
  days: instants.map(jstDateOf),
  dateTimes: instants.map(jstIso),
  roundTrips: instants.map(ms => epochMsOf(jstIso(ms)) - ms),
  weekdays: datesBetween('2026-01-01', '2028-12-31').map(weekdayOf),
  moved: [addDays('2026-03-08', 1), addDays('2026-11-01', 1), addDays('2028-02-28', 1)],
  months: buildMonths({
    today: jstDateOf(Date.parse('2026-11-21T15:00:00Z')),
    firstVisitDate: null,
    lastBookableDate: '2027-01-15',
    days: daysFromStatuses([{ ...row, date: '2026-12-01' }]),
  }),
  focus: moveFocus('2026-11-01', 'PageDown', { min: '2026-01-01', max: '2027-12-31' }),
  texts: LANGUAGES.map(lang => formatDate('2026-12-01', 'YYYY MMMM D ddd', lang)),
  times: [timeOf(noon), formatTimeRange(noon, noon, 'ja')],
  price: formatCurrency(1800),
  card: expired(jstDateOf(Date.parse('2026-11-30T15:30:00Z')))('11/26'),
  onSale: instants.map(nowMs =>
    isTimeSpanOnSale({
      saleType: 'date',
      startsAt: '2026-12-31T10:00:00+09:00',
      endsAt: '2026-12-31T18:00:00+09:00',
      visitDate: '2026-12-31',
      graceMinutes: 0,
      soldUntil: null,
      nowMs,
    }),
  ),
}

const host = {
  zone: new Intl.DateTimeFormat('en').resolvedOptions().timeZone,
  offsetMinutes: new Date('2026-12-01T00:00:00Z').getTimezoneOffset(),
}

process.stdout.write(JSON.stringify({ host, answers }))
