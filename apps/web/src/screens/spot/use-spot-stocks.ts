import type { Answer } from '@kippu/contract/call'
import type { ErrorCode } from '@kippu/contract/errors'
import { readSpotStocks } from '@kippu/contract/spot'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { refusalIn } from '../../api/refusal-in.ts'
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
    meta: { saidHere: EXPIRED },
  })
}

/** The code of a sign is too old, or there was none: the page says how to get a new one. */
export const EXPIRED = ['spot qrCode has expired'] as const satisfies readonly ErrorCode[]

export function isExpired(error: unknown): boolean {
  return refusalIn(error, EXPIRED) !== null
}
