import { correctAddress } from '@kippu/contract/reservations'
import { useMutation } from '@tanstack/react-query'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { isMoved } from '../../api/is-moved.ts'
import { minutesUntilRetry } from '../../api/minutes-until-retry.ts'
import { changeUrl } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'

interface CorrectionPlace {
  readonly reservationToken: string
  /** The change of the reservation that is under way, null for none. */
  readonly changeToken: string | null
}

interface Correction {
  readonly correct: (email: string) => void
  readonly isBusy: boolean
  /** The address that the tickets went to; null before. */
  readonly doneWith: string | null
  /** The address that was refused as well; null for none. */
  readonly refused: string | null
  /** The address on file needs no correction. */
  readonly isNeedless: boolean
  /** Minutes until another try makes sense, after too many mails; null otherwise. */
  readonly wait: number | null
}

/** Replaces the address of a reservation. A visit that was moved since has another address of its tickets. */
export function useCorrection({ reservationToken, changeToken }: CorrectionPlace): Correction {
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, variables, error } = useMutation({
    mutationFn: (email: string) =>
      request(correctAddress, {
        params: { reservation_token: reservationToken },
        body: { email, ...(changeToken !== null && { timechange_token: changeToken }) },
      }),
    onError: failure => {
      if (isMoved(failure)) navigate(changeUrl())
    },
  })
  return {
    correct: mutate,
    isBusy: isPending,
    doneWith: isSuccess ? variables : null,
    refused: isRefused(error) ? (variables ?? null) : null,
    isNeedless: error instanceof ApiError && error.status === 400 && !isRefused(error),
    wait: minutesUntilRetry(error),
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.body?.error === 'invalid email address in time change'
}
