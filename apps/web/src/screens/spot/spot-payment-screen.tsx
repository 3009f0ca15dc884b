import type { TemporaryOrder } from '@kippu/contract/orders'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { isPaidBy } from '@kippu/domain/payment-method'
import type { ReactElement } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Link } from '../../page/router.tsx'
import { OrderConditions } from '../../parts/checkout/conditions/order-conditions.tsx'
import { CouponBox } from '../../parts/checkout/coupon/coupon-box.tsx'
import { RemoveCoupons } from '../../parts/checkout/coupon/remove-coupons.tsx'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'
import { useStart } from '../../parts/checkout/order/to-order-link.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { ApplePayButton } from '../../parts/paying/apple/apple-pay-button.tsx'
import { useCheckout } from '../../parts/paying/checkout/use-checkout.ts'
import { METHOD_FORM, MethodForm } from '../../parts/paying/choice/method-form.tsx'
import { useMethodChoice } from '../../parts/paying/choice/use-method-choice.ts'
import { useOfferedMethods } from '../../parts/paying/choice/use-offered-methods.ts'
import { useMethodDeduction } from '../../parts/paying/methods/use-method-deduction.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './spot.module.css'

/**
 * `/spot/payment`: methods of the sale at the door, coupons and the order, and the payment itself. No page to confirm
 * comes after it: this one says everything that the law asks of the last page.
 */
export function SpotPaymentScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('spot_payment_title')} paid="spot">
      {(order, token) =>
        order.price === 0 ? (
          <PayFree key={token} order={order} token={token} />
        ) : (
          <PayBy key={token} order={order} token={token} />
        )
      }
    </WithOrder>
  )
}

interface PayProps {
  readonly order: TemporaryOrder
  readonly token: string
}

/** The methods, and the button that collects what the chosen one needs and pays with it. */
function PayBy({ order, token }: PayProps): ReactElement {
  const t = useText()
  const inWords = usePrice()
  const payable = payableOrder(order, token, 'spot')
  const fingerprintScript = useFingerprintScript(order)
  const offered = useOfferedMethods(payable)
  const payNow = (): void => {
    const payment = useSession.getState().spotPayment
    if (payment !== null) checkout.pay(payment)
  }
  const choice = useMethodChoice({ paid: 'spot', methods: offered.methods, onSaved: payNow })
  const { chosen } = choice
  const { charged, byMethod } = useMethodDeduction({ payable, method: chosen })
  const shown = charged ?? payable.price
  const checkout = useCheckout({ payable, shown, fingerprintScript })
  const row = offered.methods?.find(({ payment_method_type: type }) => type === chosen)
  const busy = choice.isBusy || checkout.isPaying || charged === undefined
  const button =
    row !== undefined && isPaidBy(row.payment_method_type, ['apple_pay']) ? (
      <ApplePayButton
        client={row.client}
        busy={busy}
        onPay={() => checkout.payBySheet(bySheet(row.payment_method_type), row.client.config)}
      />
    ) : (
      <Button type="submit" form={METHOD_FORM} wide busy={busy}>
        {checkout.isPaying
          ? t('confirm_paying')
          : shown === 0
            ? t('confirm_pay_free')
            : t('confirm_pay', { price: inWords(shown) })}
      </Button>
    )
  return (
    <CheckoutPage
      {...useHeader()}
      lead={t('spot_payment_lead')}
      order={order}
      paid="spot"
      action={{ charged, byMethod, button }}
    >
      <MethodForm
        payable={payable}
        offered={offered}
        choice={choice}
        whereTooLittle={<RemoveCoupons order={order} token={token} paid="spot" />}
        isBusy={busy}
      />
      <CouponBox order={order} token={token} paid="spot" />
      <Statements order={order} method={chosen} charged={shown} />
    </CheckoutPage>
  )
}

/** The sheet of Apple Pay makes the data, in the press itself. */
function bySheet(paymentMethodType: PaymentMethod): SavedPayment {
  return { paymentMethodType, paymentData: null, card: null }
}

const FREE: SavedPayment = {
  paymentMethodType: 'free',
  paymentData: { payment_method_type: 'free' },
  card: null,
}

/** When there is nothing to pay, there is no method to choose. */
function PayFree({ order, token }: PayProps): ReactElement {
  const t = useText()
  const payable = payableOrder(order, token, 'spot')
  const fingerprintScript = useFingerprintScript(order)
  const { pay, isPaying } = useCheckout({ payable, shown: 0, fingerprintScript })
  const button = (
    <Button wide busy={isPaying} onClick={() => pay(FREE)}>
      {t(isPaying ? 'confirm_paying' : 'confirm_pay_free')}
    </Button>
  )
  return (
    <CheckoutPage {...useHeader()} order={order} paid="spot" action={{ charged: 0, byMethod: null, button }}>
      <Notice title={t('payment_free_title')}>{t('payment_free')}</Notice>
      <CouponBox order={order} token={token} paid="spot" />
      <Statements order={order} method="free" charged={0} />
    </CheckoutPage>
  )
}

interface Header {
  readonly title: string
  readonly back: { readonly to: string; readonly label: string }
}

function useHeader(): Header {
  const t = useText()
  return { title: t('spot_payment_title'), back: { to: useStart('spot'), label: t('spot_payment_back') } }
}

interface StatementsProps {
  readonly order: TemporaryOrder
  readonly method: PaymentMethod | null
  /** Yen. */
  readonly charged: number
}

/** The statements of the law, and the terms. */
function Statements({ order, method, charged }: StatementsProps): ReactElement {
  const t = useText()
  return (
    <>
      {order.main_product.caution !== null && (
        <Notice title={t('confirm_caution')}>{order.main_product.caution}</Notice>
      )}
      <OrderConditions order={order} method={method} paid="spot" charged={charged} />
      <p className={styles.agree}>
        {t('spot_agree')}{' '}
        {(['terms', 'privacy'] as const).map(page => (
          <Link key={page} to={`/${page}`} target="_blank" rel="noopener">
            {t(`common_${page}`)}
          </Link>
        ))}
      </p>
    </>
  )
}
