import type { Answer } from '@kippu/contract/call'
import { readSpotStocks } from '@kippu/contract/spot'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'

/** Stock older than this is read again, in ms. Stock on the page is only a hint: making the order decides. */
export const STOCK_FRESH = 10_000

/** The first part of the key of every query at the door whose answer changes with an order. */
export const SPOT_STOCK = 'spot stock'

export type SpotStocks = Answer<typeof readSpotStocks>

/** The product of a sign's code, and its times of today. */
export function useSpotStocks(qrToken: string): UseQueryResult<SpotStocks> {
  const lang = useLanguage()
  return useQuery({
    queryKey: [SPOT_STOCK, 'times', qrToken, lang],
    queryFn: () => request(readSpotStocks, { query: { qr_token: qrToken, lang } }),
    staleTime: STOCK_FRESH,
  })
}

/** Whether the store refused the code of a sign: it is too old, or there was none. */
export function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === 'spot qrCode has expired'
}
