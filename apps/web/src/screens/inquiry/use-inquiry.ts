import type { ErrorCode } from '@kippu/contract/errors'
import { findReservation } from '@kippu/contract/reservations'
import { useMutation } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { minutesUntilRetry } from '../../api/minutes-until-retry.ts'
import { refusalIn } from '../../api/refusal-in.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'

/** A mail address and a reservation number, as they are sent. */
export interface Pair {
  readonly email: string
  readonly number: string
}

interface Inquiry {
  /** Calls `unknown` when no reservation has this pair. */
  readonly inquire: (pair: Pair, unknown: () => void) => void
  /** Asked, or on the way to the tickets. */
  readonly isBusy: boolean
  /** Minutes until another try makes sense, after too many of them; null otherwise. */
  readonly wait: number | null
}

const UNKNOWN_PAIR = ['record not found'] as const satisfies readonly ErrorCode[]

/** Opens the tickets of a right pair, in their own document. */
export function useInquiry(): Inquiry {
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ email, number }: Pair) =>
      request(findReservation, { query: { email, reservation_number: number } }),
    meta: { saidHere: UNKNOWN_PAIR },
    onSuccess: ({ reservation_token: token }) => navigate(ticketPage(token)),
  })
  const inquire = (pair: Pair, unknown: () => void): void =>
    mutate(pair, {
      onError: failure => {
        if (refusalIn(failure, UNKNOWN_PAIR) !== null) unknown()
      },
    })
  return { inquire, isBusy: isPending || isSuccess, wait: minutesUntilRetry(error) }
}
