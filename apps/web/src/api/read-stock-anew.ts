import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** How old the stock of an answer can be, in ms. */
const STOCK_AGE = 1_000

/**
 * Reads stock anew after a refusal: at once, and again when the server has no answer left from before it, so that
 * places that somebody else took are not shown any longer.
 */
export function readStockAnew(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const invalidate = (): Promise<void> => queryClient.invalidateQueries({ queryKey })
  window.setTimeout(() => void invalidate(), STOCK_AGE)
  return invalidate()
}
