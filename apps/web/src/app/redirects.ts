/** The named redirects of spec §2: each answers with a route (D-15). */

interface StartPlace {
  /** uuid of the product that was chosen, if any. */
  readonly product: string | null
}

/** The order page. */
export function mainOrder(): string {
  return '/order'
}

/** Where a visitor starts over after the session ended, with the product chosen before. */
export function startPage({ product }: StartPlace): string {
  return product === null ? '/' : `/?product=${encodeURIComponent(product)}`
}

/** The payment error page; `inquiry` asks the visitor to get in touch. */
export function errorComplete(timeChange: boolean, additionalInfo: '' | 'inquiry'): string {
  return `/payment-error?time_change=${timeChange}&additional_info=${additionalInfo}`
}

/** The generic error page. */
export function genericError(): string {
  return '/error'
}

/** Any route that no screen has. */
export function notFound(): string {
  return '/not-found'
}

/** The tickets of a reservation. */
export function ticketPage(reservationToken: string): string {
  return `/id/${encodeURIComponent(reservationToken)}`
}
