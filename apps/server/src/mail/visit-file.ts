import { calendarFile } from '@kippu/domain/calendar-file'

import type { BoughtProduct } from '../orders/bought/bought-product.ts'
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
  writing: SiteMailContext,
  { order, bought, reservationNumber: number, change, url, writtenAt }: VisitFile,
): LetterFile {
  const { words } = writing
  const { product, sets } = bought
  return fileOf(writing, {
    uid: `${number}.${order.siteKey}@kippu`,
    sequence: change.changes,
    product,
    lines: [
      ...product.order_options.map(({ name, quantity }) =>
        words('mail_bill_line', { name, count: quantity }),
      ),
      ...sets.map(set => words('mail_bill_line', { name: set.product_name, count: set.quantity })),
      `${words('mail_complete_number')}: ${number}`,
    ],
    url,
    writtenAt,
  })
}

interface SharedVisitFile {
  readonly siteKey: string
  /** The token of the link. */
  readonly token: string
  readonly product: BoughtProduct
  /** `Adult × 2`. */
  readonly tickets: readonly string[]
  /** The page on which they are accepted. */
  readonly url: string
  /** In ms since 1970. */
  readonly writtenAt: number
}

/** The visit of a person who is handed tickets: without the number of the reservation, which is their giver's. */
export function sharedVisitFile(
  writing: SiteMailContext,
  { siteKey, token, product, tickets, url, writtenAt }: SharedVisitFile,
): LetterFile {
  const uid = `${token}.${siteKey}@kippu`
  return fileOf(writing, { uid, sequence: 0, product, lines: tickets, url, writtenAt })
}

interface Entry {
  readonly uid: string
  readonly sequence: number
  readonly product: BoughtProduct
  readonly lines: readonly string[]
  readonly url: string
  readonly writtenAt: number
}

function fileOf(
  { site, venueAddress }: SiteMailContext,
  { product, lines, url, ...entry }: Entry,
): LetterFile {
  return {
    name: 'visit.ics',
    type: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendarFile({
      ...entry,
      visitTime: visitTimeOfProduct(product),
      summary: product.product_name,
      location: `${site}, ${venueAddress}`,
      description: [...lines, url].join('\n'),
      url,
    }),
  }
}
