import { readOrder } from '@kippu/contract/orders'
import type { PaymentResult } from '@kippu/contract/payments'
import type { Language } from '@kippu/domain/language'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { orderKey } from '../../parts/current-order/current-order.ts'
import { useSession } from '../../session/session.ts'

/** How long until the server is asked again while there is no end of the payment, in ms (S-7.13). */
const ASK_AGAIN_AFTER = 3000

export interface PaymentQuestion {
  /** What tells this question from any other: the payment number, or what stands for it. */
  readonly key: string
  readonly ask: () => Promise<PaymentResult>
}

/**
 * What became of a payment. Asked as a query although it finishes the payment: it may be repeated (S-1.14), and a
 * query is asked once however often the screen is drawn. It is asked again while the provider has not answered, and while
 * the visitor has a code to scan.
 */
export function usePaymentCheck({ key, ask }: PaymentQuestion): UseQueryResult<PaymentResult> {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['payment check', key],
    queryFn: async () => {
      await rememberBuyer(queryClient, lang)
      return ask()
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.status === 'success' && isOpen(state.data) ? ASK_AGAIN_AFTER : false,
  })
}

function isOpen(result: PaymentResult | undefined): boolean {
  return result?.result === 'checking' || (result?.result === 'action' && result.action.type === 'qr')
}

/** Reads the order while it still lives, for the address on the completion page. Without it the page does as well. */
async function rememberBuyer(queryClient: QueryClient, lang: Language): Promise<void> {
  const token = useSession.getState().orderToken
  const queryKey = orderKey(token)
  if (token === null || queryClient.getQueryData(queryKey) !== undefined) return
  const order = await request(readOrder, { params: { token }, query: { lang } }).catch(() => undefined)
  if (order !== undefined) queryClient.setQueryData(queryKey, order)
}
