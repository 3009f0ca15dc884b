import { genericError } from '../page/redirects.ts'

/**
 * The named redirects that only a failure takes. They are apart from those of `redirects.ts` because the first screen
 * does not need them. Each returns a route.
 */

/**
 * The query that a visitor came with, to start over with it: each value as it was in the query, null when it was
 * missing.
 */
export interface StartPlace {
  /** uuid of the product that was chosen. */
  readonly product: string | null
  readonly membershipKey: string | null
  readonly membershipValue: string | null
  readonly token: string | null
}

/** The page where a visitor starts over after the session ended, with the query they came with. */
export function startPage(place: StartPlace): string {
  return `/${queryOf(place)}`
}

/** The order page with the query the visitor came with. */
export function orderAgain(place: StartPlace): string {
  return `/order${queryOf(place)}`
}

/**
 * The payment error page; `inquiry` asks the visitor to get in touch. That of the sale at the door leads back to its
 * start.
 */
export function errorComplete(timeChange: boolean, additionalInfo: '' | 'inquiry', isSpot = false): string {
  return `/payment-error?time_change=${timeChange}&additional_info=${additionalInfo}${isSpot ? '&spot=true' : ''}`
}

/** The error page that knows no reason. */
export function errorPage(isSpot: boolean): string {
  return isSpot ? `${genericError()}?spot=true` : genericError()
}

/**
 * The page that corrects the address of a reservation whose mails were refused; it leads back to a change under way.
 */
export function emailCorrection(reservationToken: string, changeToken?: string): string {
  const page = `/tickets/changedate/email/${encodeURIComponent(reservationToken)}`
  return changeToken === undefined
    ? page
    : `${page}?${new URLSearchParams({ timechange_token: changeToken })}`
}

function queryOf({ product, membershipKey, membershipValue, token }: StartPlace): string {
  const query = new URLSearchParams()
  const parts = { product, membership_key: membershipKey, membership_value: membershipValue, token }
  for (const [name, value] of Object.entries(parts)) if (value !== null) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}
