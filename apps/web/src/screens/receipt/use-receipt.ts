import { readReceipt } from '@kippu/contract/receipts'
import type { Receipt } from '@kippu/contract/receipts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'

export interface AskedReceipt {
  readonly reservationToken: string
  /** `2026-000042`; null for the newest one. */
  readonly number: string | null
}

/** A receipt of a reservation, null while none is issued. */
export function useReceipt(asked: AskedReceipt): UseQueryResult<Receipt | null> {
  const { reservationToken, number } = asked
  const lang = useLanguage()
  return useQuery({
    queryKey: receiptKey(asked, lang),
    queryFn: async () => {
      try {
        return await request(readReceipt, {
          params: { reservation_token: reservationToken },
          query: { lang, ...(number !== null && { receipt_number: number }) },
        })
      } catch (failure) {
        if (failure instanceof ApiError && failure.status === 404) return null
        throw failure
      }
    },
  })
}

export function receiptKey({ reservationToken, number }: AskedReceipt, lang: string): readonly unknown[] {
  return ['receipt', reservationToken, number, lang]
}
