import type { TemporaryOrder } from '@kippu/contract/orders'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { CouponBox } from '../../parts/checkout/coupon/coupon-box.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { mayPayWithApple } from '../../parts/paying/apple/apple-pay.ts'
import { saveCollected } from '../../parts/paying/data/payment-data.ts'
import { usePaymentMethods } from '../../parts/paying/methods/payment-methods.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PaymentForm } from './payment-form.tsx'

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
        <PaidOrder order={order} token={token} onSaved={goOn} />
      )}
    </CheckoutPage>
  )
}

/** When there is nothing to pay, there is no method to choose (D-55). */
function FreeOrder({ onSaved }: { readonly onSaved: () => void }): ReactElement {
  const t = useText()
  const next = (): void => {
    saveCollected({ paymentData: { payment_method_type: 'free' }, card: null })
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

interface PaidOrderProps extends PaymentProps {
  readonly onSaved: () => void
}

function PaidOrder({ order, token, onSaved }: PaidOrderProps): ReactElement {
  const t = useText()
  const methods = usePaymentMethods()
  const saved = useSession(session => session.savedPayment)
  if (methods.isError)
    return (
      <Button look="plain" onClick={() => void methods.refetch()}>
        {t('common_retry')}
      </Button>
    )
  if (methods.data === undefined) return <Skeleton lines={5} label={t('common_loading')} />
  const offered = methods.data.filter(isOffered)
  if (offered.length === 0) return <Notice kind="caution">{t('payment_none')}</Notice>
  return <PaymentForm order={order} token={token} methods={offered} saved={saved} onSaved={onSaved} />
}

/** Only browsers that have Apple Pay show it. */
function isOffered({ payment_method_type: type, client }: PaymentMethodRow): boolean {
  return type !== 'gmo_apple_pay' || mayPayWithApple(client.scripts)
}
