import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from '../../app/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout-page/checkout-page.tsx'
import { CouponBox } from '../../parts/coupon-box/coupon-box.tsx'
import { WithOrder } from '../../parts/current-order/with-order.tsx'
import { usePaymentMethods } from '../../parts/payment-methods/payment-methods.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PaymentForm } from './payment-form.tsx'

/** How to pay (R-2.16–2.19). With `?ref=c` the visitor came from the confirmation to change it (D-33). */
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
  const save = (savedPayment: SavedPayment): void => {
    useSession.setState({ savedPayment })
    navigate('/confirm')
  }
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
        <FreeOrder onNext={() => save({ paymentMethodType: 'free', card: null })} />
      ) : (
        <PaidOrder order={order} token={token} onChosen={save} />
      )}
    </CheckoutPage>
  )
}

/** Nothing to pay is nothing to choose (D-55). */
function FreeOrder({ onNext }: { readonly onNext: () => void }): ReactElement {
  const t = useText()
  return (
    <>
      <Notice title={t('payment_free_title')}>{t('payment_free')}</Notice>
      <Button wide onClick={onNext}>
        {t('payment_next')}
      </Button>
    </>
  )
}

interface PaidOrderProps extends PaymentProps {
  readonly onChosen: (payment: SavedPayment) => void
}

function PaidOrder({ order, token, onChosen }: PaidOrderProps): ReactElement {
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
  if (methods.data.length === 0) return <Notice kind="caution">{t('payment_none')}</Notice>
  return <PaymentForm order={order} token={token} methods={methods.data} saved={saved} onChosen={onChosen} />
}
