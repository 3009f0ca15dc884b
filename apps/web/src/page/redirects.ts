/** The named redirects: each returns a route. `failure-redirects.ts` has those that only a failure takes. */

/** The order page. */
export function mainOrder(): string {
  return '/order'
}

/** The generic error page. */
export function genericError(): string {
  return '/error'
}

/** Any route without a screen. */
export function notFound(): string {
  return '/not-found'
}

/** The page that says that a link lost its end on the way. */
export function linkCut(): string {
  return '/link-cut'
}

/** The page where an order is paid by d払い after the login. */
export function dPayConfirm(): string {
  return '/d-pay-confirm'
}

/** Where a buyer without the link finds their tickets. */
export function reservationInquiry(): string {
  return '/reservation-inquiry'
}

/** The page that says that the address of the tickets has changed. */
export function changeUrl(): string {
  return '/change-url'
}

/** The tickets of a reservation. */
export function ticketPage(reservationToken: string): string {
  return `/id/${encodeURIComponent(reservationToken)}`
}

/** Where a visitor checks in with one of their tickets. */
export function checkInPage(
  reservationToken: string,
  { id, type }: { readonly id: number | string; readonly type: string },
): string {
  return `${ticketPage(reservationToken)}/${id}/${type}`
}

/** The receipt of a reservation: the newest one, or the one of a number. */
export function receiptPage(reservationToken: string, receiptNumber?: string): string {
  const page = `${ticketPage(reservationToken)}/receipt`
  return receiptNumber === undefined ? page : `${page}?receipt_number=${encodeURIComponent(receiptNumber)}`
}
