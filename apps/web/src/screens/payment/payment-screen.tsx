import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { CouponBox } from '../../parts/checkout/coupon/coupon-box.tsx'
import { RemoveCoupons } from '../../parts/checkout/coupon/remove-coupons.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { METHOD_FORM, MethodForm } from '../../parts/paying/choice/method-form.tsx'
import { useMethodChoice } from '../../parts/paying/choice/use-method-choice.ts'
import { useOfferedMethods } from '../../parts/paying/choice/use-offered-methods.ts'
import { saveCollected } from '../../parts/paying/data/payment-data.ts'
import { useMethodDeduction } from '../../parts/paying/methods/use-method-deduction.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'

/** The choice of a payment method. With `?ref=c` the visitor came from the confirmation to change it. */
export function PaymentScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('payment_title')}>
      {(order, token) =>
        order.price === 0 ? (
          <FreeOrder key={token} order={order} token={token} />
        ) : (
          <Payment key={token} order={order} token={token} />
        )
      }
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
  useFingerprintScript(order)
  const payable = payableOrder(order, token)
  const offered = useOfferedMethods(payable)
  const choice = useMethodChoice({
    paid: 'order',
    methods: offered.methods,
    onSaved: () => navigate('/confirm'),
  })
  const { charged, byMethod } = useMethodDeduction({ payable, method: choice.chosen })
  const button = (
    <Button type="submit" form={METHOD_FORM} wide busy={choice.isBusy}>
      {t('payment_next')}
    </Button>
  )
  return (
    <CheckoutPage {...useHeader()} order={order} action={{ charged, byMethod, button }}>
      <MethodForm
        payable={payable}
        offered={offered}
        choice={choice}
        whereTooLittle={<RemoveCoupons order={order} token={token} />}
      />
      <CouponBox order={order} token={token} />
    </CheckoutPage>
  )
}

/** When there is nothing to pay, there is no method to choose. */
function FreeOrder({ order, token }: PaymentProps): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  useFingerprintScript(order)
  const next = (): void => {
    saveCollected('order', { paymentData: { payment_method_type: 'free' }, card: null })
    navigate('/confirm')
  }
  const button = (
    <Button wide onClick={next}>
      {t('payment_next')}
    </Button>
  )
  return (
    <CheckoutPage {...useHeader()} order={order} action={{ charged: 0, byMethod: null, button }}>
      <Notice title={t('payment_free_title')}>{t('payment_free')}</Notice>
      <CouponBox order={order} token={token} />
    </CheckoutPage>
  )
}

interface Header {
  readonly title: string
  readonly lead: string
  readonly back: { readonly to: string; readonly label: string }
}

function useHeader(): Header {
  const t = useText()
  const isChange = useSearchParams()[0].get('ref') === 'c'
  return {
    title: t('payment_title'),
    lead: t('payment_lead'),
    back: isChange
      ? { to: '/confirm', label: t('common_back') }
      : { to: '/sign-in', label: t('payment_back') },
  }
}
