import { sendOrderMail } from '@kippu/contract/order-mails'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { timeOf } from '@kippu/domain/jst-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { Link, useNavigate } from '../../page/router.tsx'

import { request } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { PlacesNote } from '../../parts/checkout/hold/places-note.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { answerOf, orderKey } from '../../parts/checkout/order/current-order.ts'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { Page } from '../../ui/page.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './sended-mail-screen.module.css'
import { useOrderWatch } from './use-order-watch.ts'

/** A mail is on its way: its address, what to do with it, and what to do if it does not arrive. */
export function SendedMailScreen(): ReactElement {
  const t = useText()
  // Read once on arrival, because the session forgets an order that was bought.
  const [token] = useState(() => useSession.getState().orderToken)
  if (useOrderWatch(token)) return <Finished />
  return (
    <WithOrder title={t('mail_sent_title')}>
      {(order, token) => <SendedMail order={order} token={token} />}
    </WithOrder>
  )
}

/** The order was bought in another window, or given back: the server does not say which. */
function Finished(): ReactElement {
  const t = useText()
  return (
    <Page title={t('mail_sent_finished_title')} lead={t('mail_sent_finished')}>
      <ToOrderLink />
    </Page>
  )
}

interface SendedMailProps {
  readonly order: TemporaryOrder
  readonly token: string
}

function SendedMail({ order, token }: SendedMailProps): ReactElement {
  const t = useText()
  const isWaiting = order.status === 'temporary' || order.status === 'mail_sent'
  return (
    <CheckoutPage title={t('mail_sent_title')} order={order}>
      {isWaiting ? <Waiting order={order} token={token} /> : <Confirmed />}
    </CheckoutPage>
  )
}

/** The address is proved: no mail is needed. */
function Confirmed(): ReactElement {
  const t = useText()
  return (
    <Notice>
      <p>{t('mail_sent_confirmed')}</p>
      <Link to="/payment" className={`${buttonLook()} ${styles.on}`}>
        {t('common_next')}
      </Link>
    </Notice>
  )
}

function Waiting({ order, token }: SendedMailProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate: sendAgain, isPending } = useMutation({
    mutationFn: () =>
      request(sendOrderMail, { params: { token }, body: { contents: order.customer_info, lang } }),
    onSuccess: async ({ mail_sent: isSent }) => {
      if (isSent) showToast(t('mail_sent_again_done'))
      // The address was proved meanwhile.
      else await queryClient.invalidateQueries({ queryKey: orderKey(token) })
    },
  })
  return (
    <>
      <div className={styles.address}>
        <Icon name="mail" />
        <p>
          <small>{t('mail_sent_to')}</small>
          <strong translate="no">{answerOf(order, 'email')}</strong>
        </p>
      </div>
      <PlacesNote order={order} words="hold_after_mail" />
      <ol className={styles.steps}>
        <li>{t('mail_sent_step_open', { button: t('mail_confirm_button') })}</li>
        <li>{t('mail_sent_step_continue')}</li>
      </ol>
      <p>
        {t(order.places === 'held' ? 'mail_sent_expires' : 'mail_sent_expires_at_proof', {
          time: timeOf(order.expires_at),
        })}
      </p>
      <section className={styles.missing}>
        <h2>{t('mail_sent_missing_title')}</h2>
        <p>{t('mail_sent_missing')}</p>
        <div>
          <Button look="plain" busy={isPending} onClick={() => sendAgain()}>
            {t('mail_sent_again')}
          </Button>
          <Button look="quiet" onClick={() => navigate('/sign-in', { replace: true })}>
            {t('mail_sent_correct')}
          </Button>
        </div>
      </section>
    </>
  )
}
