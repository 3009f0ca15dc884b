import { createTimeChange } from '@kippu/contract/time-changes'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { readStockAnew } from '../../api/read-stock-anew.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { timeChangePage } from '../../page/change-redirects.ts'
import { useNavigate } from '../../page/router.tsx'
import { useSession } from '../../session/session.ts'
import type { ChosenSet } from './change-days.ts'
import { CHANGE_CHOICE } from './use-change-choice.ts'

interface WantedTime {
  readonly timeSpanId: number
  readonly sets: readonly ChosenSet[]
}

interface CreateChange {
  readonly create: (wanted: WantedTime) => void
  readonly isCreating: boolean
}

/** Holds the new places and shows what changes. Where somebody else was faster, the days are read anew under the dialog that says so. */
export function useCreateChange(reservationToken: string): CreateChange {
  const lang = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ timeSpanId, sets }: WantedTime) =>
      request(createTimeChange, {
        body: {
          reservation_token: reservationToken,
          time_span_id: timeSpanId,
          set_products: sets.flatMap(({ uuid, timeSpanId: id }) =>
            id === undefined ? [] : [{ uuid, time_span_id: id }],
          ),
          lang,
        },
      }),
    onSuccess: ({ timechange_token: token }) => {
      const place = { oldToken: reservationToken, token }
      // A card that was entered for another difference is entered again.
      useSession.setState({ changeDateResult: place, changeDatePayment: null })
      navigate(timeChangePage(place))
    },
    onError: () => void readStockAnew(queryClient, [CHANGE_CHOICE, reservationToken]),
  })
  return { create: mutate, isCreating: isPending }
}
