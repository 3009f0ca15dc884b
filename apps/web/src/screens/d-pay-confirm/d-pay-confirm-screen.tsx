import type { TemporaryOrder } from '@kippu/contract/orders'
import { readDPayToken } from '@kippu/contract/payments'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout-page/checkout-page.tsx'
import { WithOrder } from '../../parts/current-order/with-order.tsx'
import { useMethodPrice } from '../../parts/payment-methods/method-price.ts'
import { sendForm } from '../../parts/payment-step/leave-page.ts'
import { useLeaving } from '../../parts/payment-step/use-leaving.ts'
import { Button } from '../../ui/button.tsx'
import styles from './d-pay-confirm-screen.module.css'

/** `/d-pay-confirm`: the login is done; the amount once more, then the page of d払い (R-2.23, D-43). */
export function DPayConfirmScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('d_pay_confirm_title')}>
      {(order, token) => <DPayConfirm order={order} token={token} />}
    </WithOrder>
  )
}

interface DPayConfirmProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function DPayConfirm({ order, token }: DPayConfirmProps): ReactElement {
  const t = useText()
  const price = usePrice()
  const charged = useMethodPrice({ order, token, method: 'd_pay' }).price
  const { isLeaving, leave } = useLeaving()
  const { mutate: open, isPending } = useMutation({
    mutationFn: () => request(readDPayToken, { params: { token } }),
    onSuccess: ({ request_url: address, ...fields }) =>
      leave(() => sendForm({ address, charset: 'UTF-8', fields: Object.entries(fields) })),
  })
  return (
    <CheckoutPage title={t('d_pay_confirm_title')} lead={t('d_pay_confirm_lead')} order={order}>
      <p className={styles.amount}>
        <span>{t('d_pay_confirm_amount')}</span>
        <strong>{charged !== undefined && price(charged)}</strong>
      </p>
      <Button wide busy={isPending || isLeaving} onClick={() => open()}>
        {t('d_pay_confirm_pay')}
      </Button>
    </CheckoutPage>
  )
}
