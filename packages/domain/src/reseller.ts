/** A reseller sells tickets of a house to its own guests, and owes the house the net price by their contract. */

/** The kinds of units that the standard OCTO knows. */
export const UNIT_TYPES = [
  'ADULT',
  'YOUTH',
  'CHILD',
  'INFANT',
  'FAMILY',
  'SENIOR',
  'STUDENT',
  'MILITARY',
  'OTHER',
] as const

export type UnitType = (typeof UNIT_TYPES)[number]

/** The ages that resellers show beside a kind, both included: the usual ones, as the words of the kind say the house's own. */
export const AGES: Readonly<Record<UnitType, { readonly minAge: number; readonly maxAge: number }>> = {
  ADULT: { minAge: 18, maxAge: 120 },
  YOUTH: { minAge: 13, maxAge: 17 },
  CHILD: { minAge: 4, maxAge: 12 },
  INFANT: { minAge: 0, maxAge: 3 },
  FAMILY: { minAge: 0, maxAge: 120 },
  SENIOR: { minAge: 65, maxAge: 120 },
  STUDENT: { minAge: 13, maxAge: 120 },
  MILITARY: { minAge: 18, maxAge: 120 },
  OTHER: { minAge: 0, maxAge: 120 },
}

/** The terms by which a reseller owes for a ticket. */
export interface ResellerContract {
  /** A part of the price of the day, rounded down. */
  readonly netPercent: number
  /** Whole yen a unit, by the id of the unit: instead of the percentage. */
  readonly netUnits: ReadonlyMap<string, number>
}

/** In yen, and never more than the house asks of its own visitors. */
export function netOf(
  { netPercent, netUnits }: ResellerContract,
  { unitId, retail }: { readonly unitId: string; readonly retail: number },
): number {
  return Math.min(retail, netUnits.get(unitId) ?? Math.floor((retail * netPercent) / 100))
}

/** The units of a time that one reseller may have on hold at once: three of four places, and a small time whole. */
export function heldByOneReseller(capacity: number): number {
  return Math.max(LEAST_HELD, Math.floor((capacity * 3) / 4))
}

const LEAST_HELD = 10

const HOUR_MS = 3_600_000

/** The moment until which a confirmed booking is cancelled, in ms since 1970. */
export function cancelledUntil(startsAtMs: number, cancellationHours: number): number {
  return startsAtMs - cancellationHours * HOUR_MS
}

/** How long a reseller holds places without confirming them, in minutes. */
const USUAL_MINUTES = 30
const MOST_MINUTES = 60

/** In seconds, of what was asked for. */
export function holdSecondsOf(minutes: number = USUAL_MINUTES): number {
  return Math.min(minutes, MOST_MINUTES) * 60
}
