import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { Navigate } from '../../page/router.tsx'

import { Price } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { PayButton } from '../../parts/paying/checkout/pay-button.tsx'
import { isCollected } from '../../parts/paying/data/payment-data.ts'
import { useMethodPrice } from '../../parts/paying/methods/method-price.ts'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './confirm-screen.module.css'
import { OrderConditions } from '../../parts/checkout/conditions/order-conditions.tsx'
import { BuyerSection, PaymentSection, TicketsSection, VisitSection } from './order-sections.tsx'

/** The last screen before paying: all answers and choices, each with a way to change it. */
export function ConfirmScreen(): ReactElement {
  const t = useText()
  const payment = useSession(session => session.savedPayment)
  return (
    <WithOrder title={t('confirm_title')}>
      {(order, token) =>
        payment === null || !fits(payment, order) ? (
          <Navigate to="/payment" replace />
        ) : (
          <Confirm order={order} token={token} payment={payment} />
        )
      }
    </WithOrder>
  )
}

/**
 * A free order has only the method `free`; any other is paid with the collected data or by the sheet of Apple Pay
 * (D-55).
 */
function fits(payment: SavedPayment, { price }: TemporaryOrder): boolean {
  const { paymentMethodType: method } = payment
  return (method === 'free') === (price === 0) && isCollected(payment)
}

interface ConfirmProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly payment: SavedPayment
}

function Confirm({ order, token, payment }: ConfirmProps): ReactElement {
  const t = useText()
  const fingerprintScript = useFingerprintScript(order)
  const payable = payableOrder(order, token)
  const charged = useMethodPrice({ payable, method: payment.paymentMethodType })
  return (
    <CheckoutPage
      title={t('confirm_title')}
      lead={t('confirm_lead')}
      order={order}
      back={{ to: '/payment', label: t('confirm_back') }}
    >
      <VisitSection order={order} />
      <TicketsSection order={order} methodDiscount={charged.discount} payment={payment} />
      <BuyerSection order={order} />
      <PaymentSection order={order} payment={payment} />
      {order.main_product.caution !== null && (
        <Notice title={t('confirm_caution')}>{order.main_product.caution}</Notice>
      )}
      <OrderConditions order={order} method={payment.paymentMethodType} charged={charged.price} />
      <div className={styles.pay}>
        <p className={styles.total}>
          <span>
            {t('common_total')} <small>{t('common_tax_included')}</small>
          </span>
          <strong>{charged.price === undefined ? '–' : <Price yen={charged.price} />}</strong>
        </p>
        <PayButton
          payable={payable}
          payment={payment}
          charged={charged.price}
          fingerprintScript={fingerprintScript}
        />
      </div>
    </CheckoutPage>
  )
}
