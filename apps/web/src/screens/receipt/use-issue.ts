import { issueReceipt } from '@kippu/contract/receipts'
import type { Receipt } from '@kippu/contract/receipts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { isMoved } from '../../api/is-moved.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { changeUrl } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'
import { receiptKey } from './use-receipt.ts'

interface Issue {
  readonly issue: (addressee: string) => void
  readonly isBusy: boolean
  /** The receipt as it was issued here, which is the original; null before. */
  readonly issued: Receipt | null
  /** It was issued to somebody else before, by another device. */
  readonly isTaken: boolean
  /** The server found a character in the addressee that it does not keep. */
  readonly isRefused: boolean
}

/** Issues the receipt of a reservation. */
export function useIssue(reservationToken: string): Issue {
  const lang = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: (addressee: string) =>
      request(issueReceipt, {
        params: { reservation_token: reservationToken },
        query: { lang },
        body: { addressee },
      }),
    // A buyer who comes back to this page later sees a reissue.
    onSuccess: receipt =>
      queryClient.setQueryData(receiptKey({ reservationToken, number: null }, lang), {
        ...receipt,
        reissue: true,
        original_pass: null,
      }),
    onError: failure => {
      if (isMoved(failure)) navigate(changeUrl())
      else if (isOnce(failure))
        void queryClient.invalidateQueries({ queryKey: ['receipt', reservationToken] })
    },
  })
  return {
    issue: mutate,
    isBusy: isPending,
    issued: data ?? null,
    isTaken: isOnce(error),
    isRefused: isInvalid(error) && !isOnce(error),
  }
}

function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.body?.error === 'invalid_request'
}

function isOnce(error: unknown): boolean {
  return isInvalid(error) && error.body?.fields?.some(({ rule }) => rule === 'once') === true
}
