import { confirmCheckout, readOrder } from '@kippu/contract/orders'
import type { PaymentResult } from '@kippu/contract/orders'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import type { Language } from '@kippu/domain/language'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { orderKey } from '../../parts/current-order/current-order.ts'
import { useSession } from '../../session/session.ts'

/** How long until the server is asked again while the provider has not answered, in ms. */
const ASK_AGAIN_AFTER = 3000

interface Payment {
  readonly paymentNumber: string
  readonly method: PaymentMethod
}

/**
 * What became of a payment. Asked as a query although it finishes the payment: it may be repeated (S-1.14), and a
 * query is asked once however often the screen is drawn.
 */
export function usePaymentCheck({ paymentNumber, method }: Payment): UseQueryResult<PaymentResult> {
  const lang = useLanguage()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['confirmcheckout', paymentNumber],
    queryFn: async () => {
      await rememberBuyer(queryClient, lang)
      const body = { payment_number: paymentNumber, payment_method_type: method }
      return request(confirmCheckout, { body })
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.status === 'success' && state.data?.result === 'checking' ? ASK_AGAIN_AFTER : false,
  })
}

/** Reads the order while it still lives, for the address on the completion page. Without it the page does as well. */
async function rememberBuyer(queryClient: QueryClient, lang: Language): Promise<void> {
  const token = useSession.getState().orderToken
  const queryKey = orderKey(token)
  if (token === null || queryClient.getQueryData(queryKey) !== undefined) return
  const order = await request(readOrder, { params: { token }, query: { lang } }).catch(() => undefined)
  if (order !== undefined) queryClient.setQueryData(queryKey, order)
}
