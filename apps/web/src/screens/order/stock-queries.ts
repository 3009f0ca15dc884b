import type * as Reads from './order-reads.ts'

/** Stock older than this is read again, in ms; the order itself is the truth (design §7). */
export const STOCK_FRESH = 10_000

/** Queries whose answers an order changes begin with this. */
export const STOCK_KEY = 'stock'

/** What is read again is not part of the first route: see `order-reads.ts`. */
export async function loadReads(): Promise<typeof Reads> {
  return import('./order-reads.ts')
}
