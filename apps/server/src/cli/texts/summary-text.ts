import type { DaySummary } from '@kippu/domain/books/day-summary'
import { counted, table, yenText } from './table.ts'

/** The summary of a day, as the command line says it. */
export function summaryText(summary: DaySummary): string {
  const { visitors } = summary
  const facts = [
    [
      'Sold',
      `${counted(summary.visits, 'visit')}, ${counted(summary.tickets, 'ticket')}, ${yenText(summary.sold)}`,
    ],
    ...(summary.changes === 0 ? [] : [['Price differences from changed visits', yenText(summary.changes)]]),
    ['Refunded', `${counted(summary.refundedTickets, 'ticket')}, ${yenText(summary.refunds)}`],
    ['Visitors', `${visitors.admitted} of ${visitors.sold} came, ${visitors.noShows} did not`],
    ['Undelivered mails', String(summary.undelivered)],
    ['Payments that need attention', String(summary.needPerson)],
    ...summary.places.flatMap(({ day, products }) =>
      products.map(({ product, sold, capacity }) => [`${day} ${product}`, `${sold} of ${capacity} sold`]),
    ),
  ]
  return `${summary.siteKey}, ${summary.day}\n${table(facts)}`
}
