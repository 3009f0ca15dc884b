import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { CouponBox } from '../../parts/checkout/coupon/coupon-box.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { saveCollected } from '../../parts/paying/data/payment-data.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PayableMethods } from '../../parts/paying/choice/payable-methods.tsx'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'

/**
 * The choice of a payment method (R-2.16–2.19). With `?ref=c` the visitor came from the confirmation to change it
 * (D-33).
 */
export function PaymentScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('payment_title')}>
      {(order, token) => <Payment key={token} order={order} token={token} />}
    </WithOrder>
  )
}

interface PaymentProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function Payment({ order, token }: PaymentProps): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const isChange = useSearchParams()[0].get('ref') === 'c'
  useFingerprintScript(order)
  const goOn = (): void => navigate('/confirm')
  return (
    <CheckoutPage
      title={t('payment_title')}
      lead={t('payment_lead')}
      order={order}
      back={
        isChange ? { to: '/confirm', label: t('common_back') } : { to: '/sign-in', label: t('payment_back') }
      }
    >
      <CouponBox order={order} token={token} />
      {order.price === 0 ? (
        <FreeOrder onSaved={goOn} />
      ) : (
        <PayableMethods payable={payableOrder(order, token)} onSaved={goOn} />
      )}
    </CheckoutPage>
  )
}

/** When there is nothing to pay, there is no method to choose (D-55). */
function FreeOrder({ onSaved }: { readonly onSaved: () => void }): ReactElement {
  const t = useText()
  const next = (): void => {
    saveCollected('order', { paymentData: { payment_method_type: 'free' }, card: null })
    onSaved()
  }
  return (
    <>
      <Notice title={t('payment_free_title')}>{t('payment_free')}</Notice>
      <Button wide onClick={next}>
        {t('payment_next')}
      </Button>
    </>
  )
}
