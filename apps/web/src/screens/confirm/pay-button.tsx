import { isPaidBy } from '@kippu/domain/payment-method'
import type { ReactElement } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { ApplePayButton } from '../../parts/paying/apple/apple-pay-button.tsx'
import { usePaymentMethods } from '../../parts/paying/methods/payment-methods.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckout } from './use-checkout.ts'

interface PayButtonProps {
  readonly token: string
  readonly payment: SavedPayment
  /** The amount to charge, in yen; undefined while it is being read. */
  readonly charged: number | undefined
  /** Price of the order without the method discount, in yen. */
  readonly price: number
  /** Address of the device-fingerprint script; null where none is loaded. */
  readonly fingerprintScript: string | null
}

/** The last button of a purchase. Its label says that pressing it buys, and for how much: the law asks for both. */
export function PayButton({
  token,
  payment,
  charged,
  price,
  fingerprintScript,
}: PayButtonProps): ReactElement {
  const t = useText()
  const inWords = usePrice()
  const methods = usePaymentMethods()
  const shown = charged ?? price
  const { pay, payBySheet, isPaying } = useCheckout({ token, payment, shown, fingerprintScript })
  const busy = isPaying || charged === undefined
  const row = methods.data?.find(method => method.payment_method_type === payment.paymentMethodType)
  if (row !== undefined && isPaidBy(row.payment_method_type, ['apple_pay']))
    return <ApplePayButton client={row.client} busy={busy} onPay={() => payBySheet(row.client.config)} />
  return (
    <Button wide busy={busy} onClick={pay}>
      {isPaying
        ? t('confirm_paying')
        : charged === 0
          ? t('confirm_pay_free')
          : t('confirm_pay', { price: inWords(shown) })}
    </Button>
  )
}
