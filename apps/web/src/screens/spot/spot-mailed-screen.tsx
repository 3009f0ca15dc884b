import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Link, Navigate, useParams } from '../../page/router.tsx'
import { spotFields } from '../../page/spot-redirects.ts'
import { mailedToKey } from '../../parts/checkout/complete/complete-purchase.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OwnTicketsLink } from './own-tickets-link.tsx'
import styles from './spot.module.css'
import { useSpotFields } from './use-spot-fields.ts'

/** `/spot/email-sended/{reservationToken}`: the tickets were mailed. Where they were not, their address is asked for. */
export function SpotMailedScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  // In memory alone: after a reload the sentence does without it.
  const { data: email } = useQuery<string>({ queryKey: mailedToKey(reservationToken), queryFn: skipToken })
  const fields = useSpotFields(reservationToken, { isNeeded: email === undefined })
  if (fields.isError || fields.data?.mail_sent === false)
    return <Navigate to={spotFields(reservationToken)} replace />
  if (email === undefined && fields.data === undefined)
    return (
      <Page title={t('spot_fields_mail_title')}>
        <Skeleton lines={5} label={t('common_loading')} />
      </Page>
    )
  return (
    <Page
      title={t('spot_mailed_title')}
      lead={email === undefined ? t('spot_mailed_unnamed') : t('spot_mailed_lead', { email })}
    >
      <p>{t('spot_mailed_missing')}</p>
      <div className={styles.show}>
        <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('primary', true)}>
          <Icon name="ticket" /> {t('spot_fields_show')}
        </a>
        <Link to={spotFields(reservationToken)} className={buttonLook('quiet')}>
          {t('spot_mailed_correct')}
        </Link>
      </div>
      <OwnTicketsLink />
    </Page>
  )
}
