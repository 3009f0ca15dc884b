import { confirmOrderMail } from '@kippu/contract/order-mails'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from '../../page/router.tsx'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { isRefusedForGood } from '../../api/refused-for-good.ts'
import { mainOrder } from '../../page/redirects.ts'
import { useText } from '../../i18n/texts.tsx'
import { hasAskedMail } from '../../session/asked-mail.ts'
import { resetOrder, useSession } from '../../session/session.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * The link of the mail: proves the address and leads to the payment, also in a browser where no order began. There it
 * wants a press: gateways open the links of mails, and some of them run scripts.
 */
export function MailConfirmScreen(): ReactElement {
  const mailToken = useSearchParams()[0].get('mail_token') ?? ''
  const [mayProve, setMayProve] = useState(hasAskedMail)
  if (mailToken === '') return <Navigate to={mainOrder()} replace />
  return mayProve ? <MailConfirm mailToken={mailToken} /> : <AskFirst goOn={() => setMayProve(true)} />
}

function AskFirst({ goOn }: { readonly goOn: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={t('mail_link_ask_title')} lead={t('mail_link_ask_lead')}>
      <Button onClick={goOn}>{t('mail_link_ask')}</Button>
    </Page>
  )
}

function MailConfirm({ mailToken }: { readonly mailToken: string }): ReactElement {
  const t = useText()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['ordermails', mailToken],
    queryFn: () => request(confirmOrderMail, { params: { token: mailToken } }),
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (data === undefined) return
    // The tab may know another order: its choices and its payment are not those of this one.
    if (useSession.getState().orderToken !== data.order_token) {
      resetOrder()
      useSession.setState({ paymentNumber: null, payingBy: null, dPayState: null })
    }
    useSession.setState({ orderToken: data.order_token, mailToken })
    navigate('/payment', { replace: true })
  }, [data, mailToken, navigate])
  if (error !== null) return <NotConfirmed error={error} retry={() => void refetch()} />
  return (
    <Page title={t('mail_link_title')} lead={t('mail_link_lead')}>
      <Skeleton lines={3} label={t('common_loading')} />
    </Page>
  )
}

interface NotConfirmedProps {
  readonly error: Error
  readonly retry: () => void
}

/** The dialog says why. A wrong link stays wrong; places that are gone may come back; when the server never looked at it, trying again may help. */
function NotConfirmed({ error, retry }: NotConfirmedProps): ReactElement {
  const t = useText()
  if (error instanceof ApiError && error.body?.error === 'out of stock')
    return (
      <Page title={t('mail_link_no_places')} lead={t('mail_link_no_places_lead')}>
        <Button onClick={retry}>{t('common_retry')}</Button>
        <ToOrderLink />
      </Page>
    )
  return (
    <Page title={t('mail_link_failed')}>
      {isRefusedForGood(error) ? (
        <Link to={mainOrder()} className={buttonLook()}>
          {t('common_to_order')}
        </Link>
      ) : (
        <Button onClick={retry}>{t('common_retry')}</Button>
      )}
    </Page>
  )
}
