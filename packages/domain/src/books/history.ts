import type { IsoDate } from '../jst-date.ts'
import type { LineKind } from '../order-line.ts'

/**
 * All that ever happened to the money of one reservation, as it is stored and never changed afterwards. Times are whole microseconds
 * since 1970, amounts yen with tax.
 */
export interface VisitHistory {
  readonly reservationId: string
  /** As on the ticket. */
  readonly number: string
  /** The first purchase and each change of time since, the oldest first; at least one. */
  readonly versions: readonly VisitVersion[]
  readonly refunds: readonly GivenBack[]
  /** Tickets that were given back. */
  readonly revoked: readonly RevokedTicket[]
}

/** A visit as one order made it, with what was paid for that. */
export interface VisitVersion {
  readonly at: number
  readonly orderId: string
  readonly attemptId: string
  /** For a change of time its difference alone. */
  readonly paid: number
  readonly provider: string
  readonly method: string
  /** The payment was only authorised and was released again; null otherwise. */
  readonly releasedAt: number | null
  /** First day of the visit. */
  readonly visitDate: IsoDate
  readonly productId: number
  readonly channel: string
  readonly lines: readonly VersionLine[]
}

export interface VersionLine extends TicketPlace {
  readonly kind: LineKind
  readonly quantity: number
  /** The price of one unit, before discounts. */
  readonly unitPrice: number
  /** The discount of membership on all its units. */
  readonly membership: number
  readonly coupon: number
  readonly method: number
  /** Percent of consumption tax in it. */
  readonly taxRate: number
}

/** The key that tells the tickets of one line from those of another. */
interface TicketPlace {
  readonly productId: number
  readonly timeSpanId: number
  readonly optionValueId: number | null
}

export interface GivenBack {
  readonly id: string
  readonly at: number
  readonly amount: number
  /** The change to a cheaper time that it is for. */
  readonly orderId: string | null
  /** The refunds by each payment; less than the amount while it is not spread over them. */
  readonly parts: readonly MoneyPart[]
}

/** A part of some money, with the way that it takes. */
export interface MoneyPart {
  readonly provider: string
  readonly method: string
  readonly yen: number
}

export interface RevokedTicket extends TicketPlace {
  readonly at: number
  readonly isSet: boolean
}
