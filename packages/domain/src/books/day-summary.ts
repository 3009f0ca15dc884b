import type { IsoDate } from '../jst-date.ts'

/** The facts that a venue is told of a day on the morning after it. */
export interface DaySummary {
  readonly siteKey: string
  readonly day: IsoDate
  readonly visits: number
  readonly tickets: number
  /** Yen of what was bought that day. */
  readonly sold: number
  /** Yen of the differences of changes of time, paid less given back. */
  readonly changes: number
  /** Yen that went back, and the tickets that did. */
  readonly refunds: number
  readonly refundedTickets: number
  /** The visits of the day. */
  readonly visitors: { readonly sold: number; readonly admitted: number; readonly noShows: number }
  /** Orders whose buyer's address a mail server refused that day. */
  readonly undelivered: number
  /** Payments and refunds that wait for a person now. */
  readonly needPerson: number
  /** Places of the day on which it is read, and of the next one, by product. */
  readonly places: ReadonlyArray<{ readonly day: IsoDate; readonly products: readonly PlacesLine[] }>
}

export interface PlacesLine {
  readonly product: string
  readonly sold: number
  readonly capacity: number
}
