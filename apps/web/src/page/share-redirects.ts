/** The named redirects of tickets in other hands: each returns a route. */

/** The page where tickets are handed on by a link, and taken back. */
export function sharePage(reservationToken: string): string {
  return `/tickets/share/${encodeURIComponent(reservationToken)}`
}

/** The page where tickets are sent by mail. */
export function sendPage(reservationToken: string): string {
  return `/tickets/send/${encodeURIComponent(reservationToken)}`
}
