import { getPaymentMethods } from '@kippu/contract/site-content'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'

/** Key of the payment methods, in every language. */
export const PAYMENT_METHODS = ['paymentmethods'] as const

/** The payment methods that the site offers on the web, in its order. */
export function usePaymentMethods(): UseQueryResult<PaymentMethodRow[]> {
  const lang = useLanguage()
  return useQuery({
    queryKey: [...PAYMENT_METHODS, lang],
    queryFn: () => request(getPaymentMethods, { query: { lang, channel: 'web' } }),
    staleTime: Infinity,
  })
}
