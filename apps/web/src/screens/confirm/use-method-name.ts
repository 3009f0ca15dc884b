import { useText } from '../../i18n/texts.tsx'
import { usePaymentMethods } from '../../parts/payment-methods/payment-methods.ts'
import type { SavedPayment } from '../../session/pieces.ts'

/** What the site calls the chosen way to pay. */
export function useMethodName({ paymentMethodType }: SavedPayment): string {
  const t = useText()
  const methods = usePaymentMethods()
  if (paymentMethodType === 'free') return t('payment_free_method')
  return methods.data?.find(method => method.payment_method_type === paymentMethodType)?.name ?? ''
}
