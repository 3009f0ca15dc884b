import { calendarFile } from '@kippu/domain/calendar-file'

import type { LetterFile } from './letter/letter.ts'
import type { CompletedReservation } from './reservation-reads.ts'
import type { SiteMailContext } from './templates/frame.ts'
import { visitTimeOfProduct } from './templates/visit.ts'

interface VisitFile extends Pick<CompletedReservation, 'order' | 'bought' | 'reservationNumber' | 'change'> {
  /** Where the tickets are. */
  readonly url: string
  /** In ms since 1970. */
  readonly writtenAt: number
}

/** The visit as a file for the reader's calendar: the same entry that the page of the tickets saves, so that one replaces the other. */
export function visitFile(
  { words, site, venueAddress }: SiteMailContext,
  { order, bought, reservationNumber: number, change, url, writtenAt }: VisitFile,
): LetterFile {
  const { product, sets } = bought
  const lines = [
    ...product.order_options.map(({ name, quantity }) => words('mail_bill_line', { name, count: quantity })),
    ...sets.map(set => words('mail_bill_line', { name: set.product_name, count: set.quantity })),
    `${words('mail_complete_number')}: ${number}`,
    url,
  ]
  return {
    name: 'visit.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      uid: `${number}.${order.siteKey}@kippu`,
      sequence: change.changes,
      writtenAt,
      visitTime: visitTimeOfProduct(product),
      summary: product.product_name,
      location: `${site}, ${venueAddress}`,
      description: lines.join('\n'),
      url,
    }),
  }
}
