/** How long things around a payment may take, in seconds. */

/**
 * After this the attempt is never moved forward, only ended: time for a 3-D Secure page, and short enough that no order
 * is being paid for longer than a quarter of an hour (I6).
 */
export const DEADLINE_SECONDS = 840

/** The lease of a worker on an attempt, renewed while its work lasts; a worker that dies loses the attempt after it. */
export const LEASE_SECONDS = 90

/** First look at an attempt whose visitor is at the provider's page. */
export const VISITOR_AWAY_SECONDS = 60

/** A webhook event often arrives while the answer to our own call is on its way: let the answer win. */
export const EVENT_WAITS_SECONDS = 3

/** The browser is back: its page asks us to go on; if it does not, we do. */
export const RETURNED_SECONDS = 5

/**
 * Before each further look at an attempt whose fate is unknown: often enough, until its deadline, that a
 * provider that answers again leaves no order in doubt for ten minutes.
 */
const BACK_OFF_SECONDS = [5, 15, 60, 120, 120, 120, 300, 900, 3600] as const

/** This many looks, with the waits before them, take more than an hour. */
export const LOOKS_IN_AN_HOUR = BACK_OFF_SECONDS.length

/** @param checks how often it was looked at before. */
export function backOffSeconds(checks: number): number {
  return BACK_OFF_SECONDS[checks] ?? 3600
}
