import { sendOrderMail } from '@kippu/contract/order-mails'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { timeOf } from '@kippu/domain/jst-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { useNavigate } from '../../page/router.tsx'

import { request } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { PlacesNote } from '../../parts/checkout/hold/places-note.tsx'
import { CheckoutPage } from '../../parts/checkout/page/checkout-page.tsx'
import { answerOf, orderKey } from '../../parts/checkout/order/current-order.ts'
import { WithOrder } from '../../parts/checkout/order/with-order.tsx'
import { useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { CodeEntry } from './code-entry.tsx'
import styles from './sended-mail-screen.module.css'
import { useOrderWatch } from './use-order-watch.ts'
import { useWait } from './use-wait.ts'
import { webMailOf } from './web-mail.ts'

/** A mail is on its way: its address, its code or its link, and what to do if it does not arrive. */
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
    <CheckoutPage
      title={t('mail_sent_title')}
      lead={isWaiting ? t('mail_sent_lead', { button: t('mail_confirm_button') }) : undefined}
      order={order}
    >
      {isWaiting ? <Waiting order={order} token={token} /> : <Proved />}
    </CheckoutPage>
  )
}

/** The address is proved, by whichever device: the page goes on by itself, as it said it would (decision 63). */
function Proved(): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    showToast(t('mail_sent_proved'))
    navigate('/payment', { replace: true })
  }, [navigate, t])
  return <Skeleton lines={4} label={t('common_loading')} />
}

function Waiting({ order, token }: SendedMailProps): ReactElement {
  const t = useText()
  const address = answerOf(order, 'email')
  return (
    <>
      <SentTo address={address} again={<SendAgain order={order} token={token} />} />
      <PlacesNote order={order} words="hold_after_mail" />
      <CodeEntry token={token} />
      <p className={styles.until}>
        {t(order.places === 'held' ? 'mail_sent_expires' : 'mail_sent_expires_at_proof', {
          time: timeOf(order.expires_at),
        })}
      </p>
      <section className={styles.missing}>
        <h2>{t('mail_sent_missing_title')}</h2>
        <p>{t('mail_sent_missing')}</p>
      </section>
    </>
  )
}

interface SentToProps {
  readonly address: string
  /** The button that sends the mail again: beside the address, where a waiting buyer looks. */
  readonly again: ReactNode
}

/** Where the mail went, the page where it is read, and the way back to the form, which keeps every answer. */
function SentTo({ address, again }: SentToProps): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const webMail = webMailOf(address)
  return (
    <div className={styles.address}>
      <Icon name="mail" />
      <p>
        <small>{t('mail_sent_to')}</small>
        <strong translate="no">{address}</strong>
      </p>
      <div>
        {webMail !== undefined && (
          <a className={buttonLook('plain')} href={webMail.url} target="_blank" rel="noreferrer">
            {'name' in webMail ? t('mail_sent_open_web_mail', { name: webMail.name }) : t(webMail.words)}
          </a>
        )}
        <Button look="quiet" onClick={() => navigate('/sign-in', { replace: true })}>
          {t('mail_sent_correct')}
        </Button>
        {again}
      </div>
    </div>
  )
}

/** Before that a second mail would make the first one void that may be arriving, in seconds. */
const SEND_AGAIN_AFTER = 30

/** The mail once more, with the same answers. */
function SendAgain({ order, token }: SendedMailProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const queryClient = useQueryClient()
  const { left, restart } = useWait(SEND_AGAIN_AFTER)
  const { mutate: sendAgain, isPending } = useMutation({
    mutationFn: () =>
      request(sendOrderMail, { params: { token }, body: { contents: order.customer_info, lang } }),
    onSuccess: async ({ mail_sent: isSent }) => {
      restart()
      if (isSent) showToast(t('mail_sent_again_done'))
      // The address was proved meanwhile.
      else await queryClient.invalidateQueries({ queryKey: orderKey(token) })
    },
  })
  return (
    <Button
      look="quiet"
      busy={isPending}
      aria-disabled={left > 0}
      onClick={() => {
        if (left === 0) sendAgain()
      }}
    >
      {left > 0 ? t('mail_sent_again_in', { seconds: String(left) }) : t('mail_sent_again')}
    </Button>
  )
}
