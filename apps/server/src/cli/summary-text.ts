import type { DaySummary } from '@kippu/domain/books/day-summary'
import { table, yenText } from './table.ts'

/** The summary of a day, as the command line says it. */
export function summaryText(summary: DaySummary): string {
  const { visitors } = summary
  const facts = [
    ['Sold', `${summary.visits} visits, ${summary.tickets} tickets, ${yenText(summary.sold)}`],
    ['Refunded', `${summary.refundedTickets} tickets, ${yenText(summary.refunds)}`],
    ['Visitors', `${visitors.admitted} of ${visitors.sold} came, ${visitors.noShows} did not`],
    ['Undelivered mails', String(summary.undelivered)],
    ['Payments that need a person', String(summary.needPerson)],
    ...summary.places.flatMap(({ day, products }) =>
      products.map(({ product, sold, capacity }) => [`${day} ${product}`, `${sold} of ${capacity} sold`]),
    ),
  ]
  return `${summary.siteKey}, ${summary.day}\n${table(facts)}`
}
