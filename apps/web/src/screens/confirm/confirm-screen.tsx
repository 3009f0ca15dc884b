import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement } from 'react'
import { Navigate } from '../../page/router.tsx'

import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { PayButton } from '../../parts/paying/checkout/pay-button.tsx'
import { isCollected } from '../../parts/paying/data/payment-data.ts'
import { useMethodDeduction } from '../../parts/paying/methods/use-method-deduction.ts'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'
import { useFingerprintScript } from '../../parts/paying/scripts/use-fingerprint-script.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { OrderConditions } from '../../parts/checkout/conditions/order-conditions.tsx'
import { BuyerSection, OrderSection, PaymentSection } from './order-sections.tsx'

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

/** A free order has only the method `free`; any other is paid with the collected data or by the sheet of Apple Pay. */
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
  const method = payment.paymentMethodType
  const { charged, byMethod } = useMethodDeduction({ payable, method })
  const button = (
    <PayButton payable={payable} payment={payment} charged={charged} fingerprintScript={fingerprintScript} />
  )
  return (
    <CheckoutPage
      title={t('confirm_title')}
      lead={t('confirm_lead')}
      order={order}
      back={{ to: '/payment', label: t('confirm_back') }}
      action={{ charged, byMethod, isTold: true, button }}
    >
      <OrderSection order={order} byMethod={byMethod} />
      <PaymentSection payment={payment} />
      <BuyerSection order={order} />
      {order.main_product.caution !== null && (
        <Notice title={t('confirm_caution')}>{order.main_product.caution}</Notice>
      )}
      <OrderConditions order={order} method={method} charged={charged} />
    </CheckoutPage>
  )
}
