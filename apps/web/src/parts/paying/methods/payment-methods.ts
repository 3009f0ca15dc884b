import { getPaymentMethods } from '@kippu/contract/site-content'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import { useLanguage } from '../../../i18n/texts.tsx'
import type { Paid } from '../../payable/payable.ts'

/** Key of the payment methods, in every language. */
export const PAYMENT_METHODS = ['paymentmethods'] as const

/**
 * The payment methods that the site offers, in its order: those of the web, or of the sale at the door, which are kept
 * apart.
 */
export function usePaymentMethods(paid: Paid = 'order'): UseQueryResult<PaymentMethodRow[]> {
  const lang = useLanguage()
  const channel = paid === 'spot' ? 'spot' : 'web'
  return useQuery({
    queryKey: [...PAYMENT_METHODS, channel, lang],
    queryFn: () => request(getPaymentMethods, { query: { lang, channel } }),
    staleTime: Infinity,
  })
}
