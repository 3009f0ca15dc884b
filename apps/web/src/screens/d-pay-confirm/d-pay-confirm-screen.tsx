import { readDPayToken } from '@kippu/contract/payments'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { payableOrder } from '../../parts/checkout/order/payable-order.ts'
import { payableChange } from '../../parts/payable/payable.ts'
import type { Payable, PaidOrder } from '../../parts/payable/payable.ts'
import { usePaidHere } from '../../parts/paying/data/paid-here.ts'
import { ChangePage } from '../../parts/time-change/page/change-page.tsx'
import { WithChange } from '../../parts/time-change/page/with-change.tsx'
import type { TimeChangePlace } from '../../page/change-redirects.ts'
import { useMethodPrice } from '../../parts/paying/methods/method-price.ts'
import { useMethodName } from '../../parts/paying/methods/use-method-name.ts'
import { sendForm } from '../../parts/paying/step/leave-page.ts'
import { useCancelPayment } from '../../parts/paying/step/use-cancel-payment.ts'
import { useLeaving } from '../../parts/paying/step/use-leaving.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './d-pay-confirm-screen.module.css'

/**
 * `/d-pay-confirm`, after the login at d払い (d Barai, the carrier payment of NTT docomo): shows the amount that d払い will
 * charge. Its button leads to the page of d払い, where the visitor pays.
 */
export function DPayConfirmScreen(): ReactElement {
  const place = useSession(session => (session.payingFor === 'time_change' ? session.changeDateResult : null))
  const paid = usePaidHere() === 'spot' ? 'spot' : 'order'
  return place === null ? <OfOrder paid={paid} /> : <OfChange place={place} />
}

function OfOrder({ paid }: { readonly paid: PaidOrder }): ReactElement {
  const t = useText()
  const title = <span className="plain">{t('d_pay_confirm_title')}</span>
  return (
    <WithOrder title={title} paid={paid}>
      {(order, token) => (
        <CheckoutPage title={title} lead={t('d_pay_confirm_lead')} order={order} paid={paid}>
          <DPayConfirm payable={payableOrder(order, token, paid)} />
        </CheckoutPage>
      )}
    </WithOrder>
  )
}

function OfChange({ place }: { readonly place: TimeChangePlace }): ReactElement {
  const t = useText()
  const title = <span className="plain">{t('d_pay_confirm_title')}</span>
  return (
    <WithChange place={place} title={title} isOfPayment>
      {change => (
        <ChangePage title={title} lead={t('d_pay_confirm_lead')} change={change} token={place.token}>
          <DPayConfirm payable={payableChange(change, place.token)} />
        </ChangePage>
      )}
    </WithChange>
  )
}

function DPayConfirm({ payable }: { readonly payable: Payable }): ReactElement {
  const t = useText()
  const formatPrice = usePrice()
  const { price: amount } = useMethodPrice({ payable, method: 'd_pay' })
  // Null when this tab knows no open payment: then there is nothing to cancel here.
  const paymentNumber = useSession(session => session.paymentNumber)
  const { isLeaving, leave } = useLeaving()
  // A mutation, because each call issues a new token for the same payment: its answer must not be cached.
  const { mutate: openDPay, isPending } = useMutation({
    mutationFn: () => request(readDPayToken, { params: { token: payable.token } }),
    // Every other field of the answer is a field of the form.
    onSuccess: ({ request_url: address, ...fields }) =>
      leave(() => sendForm({ address, charset: 'UTF-8', fields: Object.entries(fields) })),
  })
  return (
    <>
      <p className={styles.amount}>
        <span>{t('d_pay_confirm_amount')}</span>
        <strong>{amount !== undefined && formatPrice(amount)}</strong>
      </p>
      <Button wide busy={amount === undefined || isPending || isLeaving} onClick={() => openDPay()}>
        {t('d_pay_confirm_pay')}
      </Button>
      {paymentNumber !== null && <PayAnotherWay paymentNumber={paymentNumber} />}
    </>
  )
}

/** A button that cancels this payment, so that the visitor can pay the order by another method. */
function PayAnotherWay({ paymentNumber }: { readonly paymentNumber: string }): ReactElement {
  const t = useText()
  const name = useMethodName('d_pay')
  const { cancelPayment, isCancelling, cannotCancel } = useCancelPayment({ method: 'd_pay', paymentNumber })
  return (
    <>
      {cannotCancel && <Notice kind="caution">{t('payment_open_kept', { name })}</Notice>}
      <Button wide look="plain" busy={isCancelling} onClick={cancelPayment}>
        {t('payment_other_way')}
      </Button>
    </>
  )
}
