import { deleteTimeChange } from '@kippu/contract/time-changes'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useNavigate } from '../../page/router.tsx'
import { timeChangeKey } from '../../parts/time-change/state/time-change-key.ts'
import { useSession } from '../../session/session.ts'

interface GiveUp {
  readonly giveUp: () => void
  readonly isGivingUp: boolean
}

/**
 * Gives the new places back and returns to the tickets. A change that has ended, or is being paid in another tab,
 * cannot be given up: the page reads it anew and says so.
 */
export function useGiveUp({ oldToken, token }: TimeChangePlace): GiveUp {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(deleteTimeChange, { params: { timechange_token: token } }),
    onSuccess: () => {
      useSession.setState({ changeDateData: null, changeDateResult: null, changeDatePayment: null })
      navigate(ticketPage(oldToken))
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: timeChangeKey(token) }),
  })
  return { giveUp: () => mutate(), isGivingUp: isPending }
}
