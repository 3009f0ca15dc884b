import { findReservation } from '@kippu/contract/reservations'
import { useMutation } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { minutesUntilRetry } from '../../api/minutes-until-retry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'

/** A mail address and a reservation number, as they are sent. */
export interface Pair {
  readonly email: string
  readonly number: string
}

interface Inquiry {
  readonly inquire: (pair: Pair) => void
  /** Asked, or on the way to the tickets. */
  readonly isBusy: boolean
  /** Minutes until another try makes sense, after too many of them; null otherwise. */
  readonly wait: number | null
}

/** Opens the tickets of a right pair, in their own document; the dialog tells of a wrong one. */
export function useInquiry(): Inquiry {
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: ({ email, number }: Pair) =>
      request(findReservation, { query: { email, reservation_number: number } }),
    onSuccess: ({ reservation_token: token }) => navigate(ticketPage(token)),
  })
  return { inquire: mutate, isBusy: isPending || isSuccess, wait: minutesUntilRetry(error) }
}
