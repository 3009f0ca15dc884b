import type { ReturnResult } from '@kippu/contract/payments'
import type { Language } from '@kippu/domain/language'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { isRefusedForGood } from '../../api/refused-for-good.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { orderKey, READ_OF, TOKEN_OF } from '../../parts/checkout/order/current-order.ts'
import type { PaidOrder } from '../../parts/payable/payable.ts'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { CANCELLATION, PAYMENT_CHECK } from '../../parts/paying/step/use-cancel-payment.ts'
import { useSession } from '../../session/session.ts'

/** Pause before the server is asked again while the payment has not ended, in ms. */
const ASK_AGAIN_AFTER = 3000

export interface PaymentQuestion {
  /** Tells one question from another: the payment number, or a replacement for it. */
  readonly key: string
  readonly ask: () => Promise<ReturnResult>
}

/** The page itself says that it waits, so no loader covers it while the server is asked. */
export const IN_BACKGROUND = { isBackground: true } as const

/**
 * Reads how a payment ended. It is a query although the call finishes the payment: the call may be repeated, and a
 * query runs once however often the screen renders. It runs again while the provider has not answered, and while the
 * visitor has a code to scan. Once there was an answer, only a refusal replaces it: a lost connection or a busy server
 * says nothing about the payment, and the code to scan stays.
 */
export function usePaymentCheck({ key, ask }: PaymentQuestion): UseQueryResult<ReturnResult> {
  const lang = useLanguage()
  const paid = usePaidHere()
  const queryClient = useQueryClient()
  const queryKey = [...PAYMENT_CHECK, key]
  return useQuery({
    queryKey,
    queryFn: async () => {
      const earlier = queryClient.getQueryData<ReturnResult>(queryKey)
      if (earlier === undefined) {
        await rememberBuyer(queryClient, { lang, paid: paid === 'spot' ? 'spot' : 'order' })
        return ask()
      }
      // The button that cancels the payment is asking at this moment.
      if (queryClient.isMutating({ mutationKey: CANCELLATION }) > 0) return earlier
      return ask().catch((error: unknown) => {
        if (isRefusedForGood(error)) throw error
        return earlier
      })
    },
    staleTime: Infinity,
    // Back from a provider's page, or seen again, the page asks once how it stands: it may have been paid elsewhere.
    refetchOnWindowFocus: ({ state: { data } }) =>
      data === undefined || data.result === 'completed' ? false : 'always',
    // If a lost connection kept the answer away, the question is repeated as soon as there is a connection again.
    refetchOnReconnect: ({ state: { error } }) => error !== null && !isRefusedForGood(error),
    refetchInterval: ({ state }) =>
      state.status === 'success' && isOpen(state.data) ? ASK_AGAIN_AFTER : false,
  })
}

function isOpen(result: ReturnResult | undefined): boolean {
  if (result === undefined) return false
  switch (result.result) {
    case 'checking':
      return true
    case 'action':
      return result.action.type === 'qr'
    case 'elsewhere':
      return result.state !== 'completed'
    case 'completed':
    case 'redirect':
    case 'form':
    case 'three_ds':
      return false
  }
}

interface Buyer {
  readonly lang: Language
  readonly paid: PaidOrder
}

/**
 * Reads the order while it still exists, for the address on the completion page and for the end of the hold, which a
 * payment prolongs. The page works without it as well.
 */
async function rememberBuyer(queryClient: QueryClient, { lang, paid }: Buyer): Promise<void> {
  const token = useSession.getState()[TOKEN_OF[paid]]
  if (token === null) return
  const order = await request(READ_OF[paid], { params: { token }, query: { lang } }).catch(() => undefined)
  if (order !== undefined) queryClient.setQueryData(orderKey(token), order)
}
