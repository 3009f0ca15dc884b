import type { TemporaryOrder } from '@kippu/contract/orders'
import type { PaymentMethodRow } from '@kippu/contract/site-content'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { isPaidBy } from '@kippu/domain/payment-method'
import type { ReactElement, ReactNode } from 'react'

import { Price, usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Link } from '../../page/router.tsx'
import { OrderConditions } from '../../parts/checkout/conditions/order-conditions.tsx'
import { CouponBox } from '../../parts/checkout/coupon/coupon-box.tsx'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'
import { useStart } from '../../parts/checkout/order/to-order-link.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import type { Payable } from '../../parts/payable/payable.ts'
import { ApplePayButton } from '../../parts/paying/apple/apple-pay-button.tsx'
import { useCheckout } from '../../parts/paying/checkout/use-checkout.ts'
import { MethodFields } from '../../parts/paying/choice/method-fields.tsx'
import { OfferedMethods } from '../../parts/paying/choice/payable-methods.tsx'
import { useMethodChoice } from '../../parts/paying/choice/use-method-choice.ts'
import { useMethodPrice } from '../../parts/paying/methods/method-price.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './spot.module.css'

/**
 * `/spot/payment`: methods of the sale at the door, coupons and the order, and the payment itself. No page to confirm comes
 * after it: this one says everything that the law asks of the last page.
 */
export function SpotPaymentScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('spot_payment_title')} paid="spot">
      {(order, token) => <SpotPayment key={token} order={order} token={token} />}
    </WithOrder>
  )
}

interface SpotPaymentProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function SpotPayment({ order, token }: SpotPaymentProps): ReactElement {
  const t = useText()
  const payable = payableOrder(order, token, 'spot')
  const fingerprintScript = useFingerprintScript(order)
  return (
    <CheckoutPage
      title={t('spot_payment_title')}
      {...(order.price > 0 && { lead: t('spot_payment_lead') })}
      order={order}
      paid="spot"
      back={{ to: useStart('spot'), label: t('spot_payment_back') }}
    >
      {order.price === 0 ? (
        <PayFree order={order} payable={payable} fingerprintScript={fingerprintScript} />
      ) : (
        <OfferedMethods payable={payable}>
          {(methods, saved) => (
            <PayBy
              order={order}
              payable={payable}
              methods={methods}
              saved={saved}
              fingerprintScript={fingerprintScript}
            />
          )}
        </OfferedMethods>
      )}
    </CheckoutPage>
  )
}

interface PayProps {
  readonly order: TemporaryOrder
  readonly payable: Payable
  /** Address of the device-fingerprint script; null where none is loaded. */
  readonly fingerprintScript: string | null
}

interface PayByProps extends PayProps {
  readonly methods: readonly PaymentMethodRow[]
  readonly saved: SavedPayment | null
}

/** The methods, and the button that collects what the chosen one needs and pays with it. */
function PayBy({ order, payable, methods, saved, fingerprintScript }: PayByProps): ReactElement {
  const t = useText()
  const inWords = usePrice()
  const payNow = (): void => {
    const payment = useSession.getState().spotPayment
    if (payment !== null) checkout.pay(payment)
  }
  const choice = useMethodChoice({ paid: 'spot', methods, saved, onSaved: payNow })
  const { price: charged } = useMethodPrice({ payable, method: choice.chosen })
  const shown = charged ?? payable.price
  const checkout = useCheckout({ payable, shown, fingerprintScript })
  const row = methods.find(({ payment_method_type: type }) => type === choice.chosen)
  const isReading = choice.chosen !== null && charged === undefined
  const busy = choice.isBusy || checkout.isPaying || isReading
  return (
    <>
      <form
        id="pay"
        className={styles.methods}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!busy) choice.save()
        }}
      >
        <MethodFields payable={payable} methods={methods} choice={choice} />
      </form>
      <CouponBox order={order} token={payable.token} paid="spot" />
      <PayEnd order={order} method={choice.chosen} charged={shown}>
        {row !== undefined && isPaidBy(row.payment_method_type, ['apple_pay']) ? (
          <ApplePayButton
            client={row.client}
            busy={busy}
            onPay={() => checkout.payBySheet(bySheet(row.payment_method_type), row.client.config)}
          />
        ) : (
          <Button type="submit" form="pay" wide busy={busy}>
            {checkout.isPaying
              ? t('confirm_paying')
              : shown === 0
                ? t('confirm_pay_free')
                : t('confirm_pay', { price: inWords(shown) })}
          </Button>
        )}
      </PayEnd>
    </>
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

/** When there is nothing to pay, there is no method to choose (D-55). */
function PayFree({ order, payable, fingerprintScript }: PayProps): ReactElement {
  const t = useText()
  const { pay, isPaying } = useCheckout({ payable, shown: 0, fingerprintScript })
  return (
    <>
      <Notice title={t('payment_free_title')}>{t('payment_free')}</Notice>
      <CouponBox order={order} token={payable.token} paid="spot" />
      <PayEnd order={order} method="free" charged={0}>
        <Button wide busy={isPaying} onClick={() => pay(FREE)}>
          {t(isPaying ? 'confirm_paying' : 'confirm_pay_free')}
        </Button>
      </PayEnd>
    </>
  )
}

interface PayEndProps {
  readonly order: TemporaryOrder
  readonly method: PaymentMethod | null
  /** Yen. */
  readonly charged: number
  /** The button that buys. */
  readonly children: ReactNode
}

/** The statements of the law, the terms, and the total beside the button; on a phone these two stay at the bottom. */
function PayEnd({ order, method, charged, children }: PayEndProps): ReactElement {
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
      <div className={styles.bar}>
        <p className={styles.total}>
          <span>
            {t('common_total')} <small>{t('common_tax_included')}</small>
          </span>
          <strong>
            <Price yen={charged} />
          </strong>
        </p>
        {children}
      </div>
    </>
  )
}
