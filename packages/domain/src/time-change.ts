import { type CheckedCoupon, coversVisit, hasEnded } from './coupon-check.ts'
import { addDays, epochMsOf } from './jst-date.ts'
import type { IsoDate } from './jst-date.ts'

/** Why a reservation may not be moved, in the order in which a visitor is told. */
export const CHANGE_FAULTS = [
  'cancelled',
  'not_offered',
  'used',
  'handed_on',
  'method_discount',
  'limit_reached',
  'past_deadline',
  'being_paid',
  'coupon_expired',
] as const

export type ChangeFault = (typeof CHANGE_FAULTS)[number]

/** Which reservations of a product may be moved: all, all but those sold on site, or none. */
export const TIME_CHANGE_OFFERS = ['all', 'not_spot', 'none'] as const

export type TimeChangeOffer = (typeof TIME_CHANGE_OFFERS)[number]

/** A reservation as far as it decides whether it may be moved. */
export interface MovableVisit {
  /** It has tickets for the visit that admit somebody. */
  readonly isActive: boolean
  /** Where it was sold; null where the reseller that sold it moves it, by its contract. */
  readonly channel: string | null
  readonly offer: TimeChangeOffer
  readonly hasUsedTicket: boolean
  /** Somebody else has one of the tickets. */
  readonly hasTicketHandedOn: boolean
  /** The payment method took something off. */
  readonly hasMethodDiscount: boolean
  /** How often it was moved. */
  readonly changes: number
  /** Begin of the visit, in ms since 1970. */
  readonly startsAtMs: number
  /** Another change of it is being paid. */
  readonly isBeingPaid: boolean
  /** The house has cancelled the visit, and it may be moved until then, in ms since 1970, whatever the terms say; null where it takes place. */
  readonly movesUntilMs: number | null
  /** The last day of the coupon that ends first; null where none ends. */
  readonly couponsEndOn: IsoDate | null
}

/** The terms of a site, of its settings. */
export interface ChangeTerms {
  /** Minutes before the visit begins until which it may be moved. */
  readonly deadlineMinutes: number
  /** Changes of one reservation; null is without limit. */
  readonly limit: number | null
  /** A lower price is given back. */
  readonly givesBack: boolean
  /** Set products need stock on the new day. */
  readonly needsSetProductStock: boolean
}

/** A whole number from 0 up; anything else means that nothing is set. */
function wholeNumberOf(setting: string | undefined): number | null {
  return setting !== undefined && /^\s*\d{1,9}\s*$/.test(setting) ? Number(setting) : null
}

/** The settings `Time_Change_Deadline_Minutes`, `Time_Change_Limit`, `Time_Change_Refund`, `Time_Change_Set_Product_Stock`. */
export function changeTermsOf(settings: ReadonlyMap<string, string>): ChangeTerms {
  return {
    deadlineMinutes: wholeNumberOf(settings.get('Time_Change_Deadline_Minutes')) ?? 0,
    limit: wholeNumberOf(settings.get('Time_Change_Limit')),
    givesBack: settings.get('Time_Change_Refund') !== 'false',
    needsSetProductStock: settings.get('Time_Change_Set_Product_Stock') === 'false',
  }
}

/** The first moment at which a visit is no longer moved, in ms since 1970. */
export function changeEndOf(
  { startsAtMs, movesUntilMs }: Pick<MovableVisit, 'startsAtMs' | 'movesUntilMs'>,
  { deadlineMinutes }: Pick<ChangeTerms, 'deadlineMinutes'>,
): number {
  return movesUntilMs ?? startsAtMs - deadlineMinutes * 60_000
}

/** The same of a visit with coupons, which let it be moved to the end of their last day in Japan. */
export function changeEndWithCoupons(
  visit: Pick<MovableVisit, 'startsAtMs' | 'movesUntilMs' | 'couponsEndOn'>,
  terms: Pick<ChangeTerms, 'deadlineMinutes'>,
): number {
  const end = changeEndOf(visit, terms)
  if (visit.couponsEndOn === null) return end
  return Math.min(end, epochMsOf(`${addDays(visit.couponsEndOn, 1)}T00:00:00+09:00`))
}

export interface Now {
  readonly nowMs: number
  /** Today in Japan. */
  readonly today: IsoDate
}

/** The first reason why a reservation may not be moved now, or null. */
export function changeFaultOf(visit: MovableVisit, terms: ChangeTerms, now: Now): ChangeFault | null {
  return CHANGE_FAULTS.find(fault => HAS_FAULT[fault](visit, terms, now)) ?? null
}

const HAS_FAULT: Readonly<
  Record<ChangeFault, (visit: MovableVisit, terms: ChangeTerms, now: Now) => boolean>
> = {
  cancelled: visit => !visit.isActive,
  // The reseller changes what it sold.
  not_offered: ({ offer, channel, movesUntilMs }) =>
    channel === 'OTA' ||
    (movesUntilMs === null && (offer === 'none' || (offer === 'not_spot' && channel === 'spot'))),
  used: visit => visit.hasUsedTicket,
  handed_on: visit => visit.hasTicketHandedOn,
  method_discount: visit => visit.hasMethodDiscount,
  limit_reached: ({ changes, movesUntilMs }, { limit }) =>
    movesUntilMs === null && limit !== null && changes >= limit,
  past_deadline: (visit, terms, { nowMs }) => nowMs >= changeEndOf(visit, terms),
  being_paid: visit => visit.isBeingPaid,
  coupon_expired: ({ couponsEndOn }, _terms, { today }) => couponsEndOn !== null && today > couponsEndOn,
}

/** Why the coupons of a reservation do not go along to a visit on a day; null when they all do. */
export function carriedCouponFault(
  coupons: ReadonlyArray<Pick<CheckedCoupon, 'endsOn' | 'visitsFrom' | 'visitsUntil' | 'visitWeekdays'>>,
  { today, visitDate }: { readonly today: IsoDate; readonly visitDate: IsoDate },
): 'expired' | 'not_covered' | null {
  if (coupons.some(coupon => hasEnded(coupon, today))) return 'expired'
  return coupons.every(coupon => coversVisit(coupon, visitDate)) ? null : 'not_covered'
}

/** The money of a change, in yen. */
export interface ChangeMoney {
  /** New price less what is paid. */
  readonly difference: number
  /** The amount that the visitor pays. */
  readonly payable: number
  /** The amount that goes back to them. */
  readonly refund: number
}

/**
 * The price of a change.
 * @param credit paid for the reservation and not given back.
 */
export function changeMoney(
  price: number,
  credit: number,
  { givesBack }: Pick<ChangeTerms, 'givesBack'>,
): ChangeMoney {
  const difference = price - credit
  return {
    difference,
    payable: Math.max(0, difference),
    refund: givesBack ? Math.max(0, -difference) : 0,
  }
}

/**
 * Extras that go along when some of a party gave their tickets back: their share, and a begun one is whole, so that a party
 * keeps the guide that it has booked.
 */
export function extrasLeft(
  quantity: number,
  { live, all }: { readonly live: number; readonly all: number },
): number {
  return Math.min(quantity, Math.ceil((quantity * live) / all))
}
