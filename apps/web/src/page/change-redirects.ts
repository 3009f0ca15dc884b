/** The named redirects of a change of time: each returns a route. */

/** A change of time under way: the reservation being changed, by the token it had before, and the change. */
export interface TimeChangePlace {
  readonly oldToken: string
  readonly token: string
}

/** The page where another day is chosen. */
export function chooseChange(reservationToken: string): string {
  return `/tickets/changedate/${encodeURIComponent(reservationToken)}`
}

/** The page that shows a change before it is paid. */
export function timeChangePage(place: TimeChangePlace): string {
  return changePage('confirm', place)
}

/** The page where the way to pay what the change costs more is chosen. */
export function changePayment(place: TimeChangePlace): string {
  return changePage('payment', place)
}

/** The last page before a change is paid. */
export function changePaymentConfirm(place: TimeChangePlace): string {
  return changePage('payment/confirm', place)
}

/** The page that says that the visit was moved; the token is the new one. */
export function changeComplete(reservationToken: string): string {
  return `/tickets/changedate/complete/${encodeURIComponent(reservationToken)}`
}

function changePage(step: string, { oldToken, token }: TimeChangePlace): string {
  return `/tickets/changedate/${step}/${encodeURIComponent(oldToken)}/timechange/${encodeURIComponent(token)}`
}
