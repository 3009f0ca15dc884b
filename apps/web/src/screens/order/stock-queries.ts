import type * as Reads from './order-reads.ts'

/** Stock older than this is read again, in ms. Stock on the page is only a hint: making the order decides. */
export const STOCK_FRESH = 10_000

/** The first part of the key of every query whose answer changes with an order. */
export const STOCK_KEY = 'stock'

/** The reads themselves are not part of the first route: see `order-reads.ts`. */
export async function loadReads(): Promise<typeof Reads> {
  return import('./order-reads.ts')
}
