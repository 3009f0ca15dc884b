import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { isPaidBy } from '@kippu/domain/payment-method'
import type { ReactElement } from 'react'

import { usePrice } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import { ApplePayButton } from '../apple/apple-pay-button.tsx'
import { usePaymentMethods } from '../methods/payment-methods.ts'
import type { Payable } from '../../payable/payable.ts'
import type { SavedPayment } from '../../../session/pieces.ts'
import { Button } from '../../../ui/button.tsx'
import { useCheckout } from './use-checkout.ts'

/** Whether a method opens the sheet of a wallet on our page. */
export function paysBySheet({
  payment_method_type: method,
}: Pick<PaymentMethodRow, 'payment_method_type'>): boolean {
  return isPaidBy(method, ['apple_pay'])
}

interface PayButtonProps {
  readonly payable: Payable
  readonly payment: SavedPayment
  /** The amount to charge, in yen; undefined while it is being read. */
  readonly charged: number | undefined
  /** Address of the device-fingerprint script; null where none is loaded. */
  readonly fingerprintScript: string | null
}

/** The last button of a purchase. Its label says that pressing it buys, and for how much: the law asks for both. */
export function PayButton({ payable, payment, charged, fingerprintScript }: PayButtonProps): ReactElement {
  const t = useText()
  const inWords = usePrice()
  const methods = usePaymentMethods(payable.paid)
  const shown = charged ?? payable.price
  const { pay, payBySheet, isPaying } = useCheckout({ payable, shown, fingerprintScript })
  const busy = isPaying || charged === undefined
  const row = methods.data?.find(method => method.payment_method_type === payment.paymentMethodType)
  if (row !== undefined && paysBySheet(row))
    return (
      <ApplePayButton client={row.client} busy={busy} onPay={() => payBySheet(payment, row.client.config)} />
    )
  return (
    <Button wide busy={busy} onClick={() => pay(payment)}>
      {isPaying
        ? t('confirm_paying')
        : payable.paid === 'time_change'
          ? t('change_pay', { price: inWords(shown) })
          : charged === 0
            ? t('confirm_pay_free')
            : t('confirm_pay', { price: inWords(shown) })}
    </Button>
  )
}
