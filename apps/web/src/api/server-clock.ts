/** `Date` tells whole seconds: the server's clock was at most this much further, in ms. */
const ROUNDED_OFF = 999

/** How far the server's clock is ahead of the visitor's, in ms, as the last answer told. */
let ahead = 0

/**
 * The time of the server, in ms since 1970: how long tickets are held is its to say (S-1.07), and a visitor's clock may be
 * wrong by any amount. Until something was answered it is the visitor's own.
 */
export function serverNow(): number {
  return Date.now() + ahead
}

/** Learns the server's time from an answer; one that may come from a cache tells that of another day. */
export function learnServerTime({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told) || headers.get('cache-control') !== 'no-store') return
  ahead = told + ROUNDED_OFF - Date.now()
}
