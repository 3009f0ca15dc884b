/** The routes of the sale at the door: each named redirect returns a route. */

/** The code of the sign by which a visitor came; null where the browser knows none. */
export interface SpotPlace {
  readonly qrToken: string | null
}

/** Whether a path belongs to the sale at the door: by its first segment, so that no token can look like it. */
export function isSpot(path: string): boolean {
  return path.split('/')[1] === 'spot'
}

/** The start of the sale at the door, with the saved code; without one it says how to get one. */
export function spotOrder({ qrToken }: SpotPlace): string {
  return qrToken === null ? '/spot' : `/spot?${new URLSearchParams({ qr_token: qrToken })}`
}

/** The page where an order at the door is paid. */
export function spotPayment(): string {
  return '/spot/payment'
}

/** Where this browser finds what it bought at the door. */
export function spotInquiry(): string {
  return '/spot/ticket-inquiry'
}

/** The products of the door. */
export function spotProducts(): string {
  return '/spot/products'
}

/** The questions after a payment at the door. */
export function spotFields(reservationToken: string): string {
  return `/spot/order-fields/${encodeURIComponent(reservationToken)}`
}

/** The page that says that the tickets were mailed. */
export function spotMailed(reservationToken: string): string {
  return `/spot/email-sended/${encodeURIComponent(reservationToken)}`
}
