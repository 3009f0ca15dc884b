import type { PaymentMethod } from '@kippu/domain/payment-method'

import { useText } from '../../../i18n/texts.tsx'
import { usePaymentMethods } from './payment-methods.ts'

/** What the site calls a way to pay; one that it does not offer, or not any more, has the name that all sites share. */
export function useMethodName(method: PaymentMethod): string {
  const t = useText()
  const methods = usePaymentMethods()
  if (method === 'free') return t('payment_free_method')
  return methods.data?.find(row => row.payment_method_type === method)?.name ?? t(`payment_method_${method}`)
}
