/** The `Date` header has whole seconds: the server's clock was at most this much further, in ms. */
const ROUNDED_OFF = 999

/** How far the server's clock is ahead of the visitor's, in ms, by the last answer. */
let ahead = 0
/** Whether an answer has said so since the page was opened. */
let isLearned = false

/**
 * The server's time, in ms since 1970. The server decides how long tickets are held, and the visitor's clock may be
 * wrong by any amount. Until the first answer it is the visitor's own time.
 */
export function serverNow(): number {
  return Date.now() + ahead
}

/**
 * Learns the server's time from an answer. An answer that may come from a cache is ignored: its time may be long past.
 */
export function learnServerTime({ headers }: Response): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told) || headers.get('cache-control') !== 'no-store') return
  ahead = told + ROUNDED_OFF - Date.now()
  isLearned = true
}

/**
 * This device's earlier knowledge of the store's clock, for a page that was opened without a connection: both in ms
 * since 1970.
 */
export function assumeServerTime(told: number, at: number): void {
  if (!isLearned) ahead = told - at
}
