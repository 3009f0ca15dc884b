/**
 * The named redirects of spec §2 that only a failure takes (D-15), beside those of `redirects.ts`: the first screen does
 * without them. Each answers with a route.
 */

/** What a visitor came with, to start over with it: each as it stood in the query, null when it did not. */
export interface StartPlace {
  /** uuid of the product that was chosen. */
  readonly product: string | null
  readonly membershipKey: string | null
  readonly membershipValue: string | null
  readonly token: string | null
}

/** A date change that is under way: the reservation as it was, and the change. */
export interface TimeChangePlace {
  readonly oldToken: string
  readonly token: string
}

/** An order on site, opened by the code on a sign. */
export interface SpotPlace {
  readonly qrToken: string
}

/** Where a visitor starts over after the session ended, with what she came with. */
export function startPage(place: StartPlace): string {
  return `/${queryOf(place)}`
}

/** The order page with what she came with. */
export function orderAgain(place: StartPlace): string {
  return `/order${queryOf(place)}`
}

/** The order page of the on-site order. */
export function spotOrder({ qrToken }: SpotPlace): string {
  return `/spot?${new URLSearchParams({ qr_token: qrToken })}`
}

/** The payment error page; `inquiry` asks the visitor to get in touch. */
export function errorComplete(timeChange: boolean, additionalInfo: '' | 'inquiry'): string {
  return `/payment-error?time_change=${timeChange}&additional_info=${additionalInfo}`
}

/** The page where a date change is looked at before it is paid. */
export function timeChangePage({ oldToken, token }: TimeChangePlace): string {
  return `/tickets/changedate/confirm/${encodeURIComponent(oldToken)}/timechange/${encodeURIComponent(token)}`
}

/** Where the address of a reservation is put right after it refused the mail of a change. */
export function emailCorrection(reservationToken: string): string {
  return `/tickets/changedate/email/${encodeURIComponent(reservationToken)}`
}

/** Tells that the address of the tickets has changed. */
export function changeUrl(): string {
  return '/change-url'
}

function queryOf({ product, membershipKey, membershipValue, token }: StartPlace): string {
  const query = new URLSearchParams()
  const parts = { product, membership_key: membershipKey, membership_value: membershipValue, token }
  for (const [name, value] of Object.entries(parts)) if (value !== null) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}
