import type { PaymentMethod } from '@kippu/domain/payment-method'

import { useText } from '../../../i18n/texts.tsx'
import type { Paid } from '../../payable/payable.ts'
import { usePaymentMethods } from './payment-methods.ts'

/** The site's name for a payment method; a method that it does not offer now has the name that all sites share. */
export function useMethodName(method: PaymentMethod, paid: Paid = 'order'): string {
  const t = useText()
  const methods = usePaymentMethods(paid)
  if (method === 'free') return t('payment_free_method')
  return methods.data?.find(row => row.payment_method_type === method)?.name ?? t(`payment_method_${method}`)
}
