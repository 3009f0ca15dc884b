import { sendOrderMail } from '@kippu/contract/order-mails'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { timeOf } from '@kippu/domain/jst-date'
import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { Link } from '../../app/router.tsx'

import { request } from '../../api/client.ts'
import { useText } from '../../i18n/texts.tsx'
import { CheckoutPage } from '../../parts/checkout-page/checkout-page.tsx'
import { answerOf, useOrder } from '../../parts/current-order/current-order.ts'
import { WithOrder } from '../../parts/current-order/with-order.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './sended-mail-screen.module.css'

/** A mail is on its way: to whom, what to do with it, and what to do without it. */
export function SendedMailScreen(): ReactElement {
  const t = useText()
  return (
    <WithOrder title={t('mail_sent_title')}>
      {(order, token) => <SendedMail order={order} token={token} />}
    </WithOrder>
  )
}

interface SendedMailProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function SendedMail({ order, token }: SendedMailProps): ReactElement {
  const t = useText()
  // The link may be followed on another device; whoever comes back to this page finds that out.
  useOrder(token, 'always')
  const { mutate: sendAgain, isPending } = useMutation({
    mutationFn: () => request(sendOrderMail, { params: { token }, body: { contents: order.customer_info } }),
    onSuccess: () => showToast(t('mail_sent_again_done')),
  })
  return (
    <CheckoutPage title={t('mail_sent_title')} order={order}>
      {order.status === 'ready_checkout' && (
        <Notice>
          <p>{t('mail_sent_confirmed')}</p>
          <Link to="/payment" className={`${buttonLook()} ${styles.on}`}>
            {t('common_next')}
          </Link>
        </Notice>
      )}
      <div className={styles.address}>
        <Icon name="mail" />
        <p>
          <small>{t('mail_sent_to')}</small>
          <strong translate="no">{answerOf(order, 'email')}</strong>
        </p>
      </div>
      <ol className={styles.steps}>
        <li>{t('mail_sent_step_open', { button: t('mail_confirm_button') })}</li>
        <li>{t('mail_sent_step_continue')}</li>
      </ol>
      <p>{t('mail_sent_expires', { time: timeOf(order.expires_at) })}</p>
      <section className={styles.missing}>
        <h2>{t('mail_sent_missing_title')}</h2>
        <p>{t('mail_sent_missing')}</p>
        <div>
          <Button look="plain" busy={isPending} onClick={() => sendAgain()}>
            {t('mail_sent_again')}
          </Button>
          <Link to="/sign-in" className={buttonLook('quiet')}>
            {t('mail_sent_correct')}
          </Link>
        </div>
      </section>
    </CheckoutPage>
  )
}
