import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { Navigate } from '../../app/router.tsx'

import { Price, usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout-page/checkout-page.tsx'
import { WithOrder } from '../../parts/current-order/with-order.tsx'
import { useMethodPrice } from '../../parts/payment-methods/method-price.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './confirm-screen.module.css'
import { OrderConditions } from './order-conditions.tsx'
import { BuyerSection, PaymentSection, TicketsSection, VisitSection } from './order-sections.tsx'
import { useCheckout } from './use-checkout.ts'

/** The last screen before paying: everything that was entered, each with a way to change it. */
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

/** Free orders need no card, all others do (D-55). */
function fits({ paymentMethodType, card }: SavedPayment, { price }: TemporaryOrder): boolean {
  return price === 0 ? paymentMethodType === 'free' : card !== null
}

interface ConfirmProps {
  readonly order: TemporaryOrder
  readonly token: string
  readonly payment: SavedPayment
}

function Confirm({ order, token, payment }: ConfirmProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const charged = useMethodPrice({ order, token, method: payment.paymentMethodType })
  const shown = charged.price ?? order.price
  const { pay, isPaying } = useCheckout(token, payment, shown)
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
      <OrderConditions order={order} payment={payment} charged={charged.price} />
      <div className={styles.pay}>
        <p className={styles.total}>
          <span>
            {t('common_total')} <small>{t('common_tax_included')}</small>
          </span>
          <strong>{charged.price === undefined ? '–' : <Price yen={charged.price} />}</strong>
        </p>
        <Button wide busy={isPaying || charged.price === undefined} onClick={pay}>
          {isPaying
            ? t('confirm_paying')
            : charged.price === 0
              ? t('confirm_pay_free')
              : t('confirm_pay', { price: price(shown) })}
        </Button>
      </div>
    </CheckoutPage>
  )
}
