import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { ticketPage } from '../../page/redirects.ts'
import { useParams } from '../../page/router.tsx'
import { forgetBoughtSpotOrder } from '../../parts/checkout/complete/complete-spot.ts'
import { useBoughtVisit, VisitStub } from '../../parts/checkout/complete/visit-stub.tsx'
import { useFocusOnTitle } from '../../parts/checkout/order/use-focus-on-title.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MailForm } from './mail-form.tsx'
import styles from './spot.module.css'
import { useSpotFields } from './use-spot-fields.ts'

/**
 * `/spot/order-fields/{reservationToken}`, right after the payment: the tickets, and an address to have them mailed to,
 * with the questions of the site. Nobody needs an address to get in.
 */
export function SpotFieldsScreen(): ReactElement {
  const { reservationToken = '' } = useParams()
  return <SpotFields key={reservationToken} reservationToken={reservationToken} />
}

function SpotFields({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  const fields = useSpotFields(reservationToken)
  const visit = useBoughtVisit(reservationToken)
  useEffect(() => forgetBoughtSpotOrder(reservationToken), [reservationToken])
  useFocusOnTitle(fields.data === undefined ? undefined : 'read')
  if (fields.data === undefined)
    return (
      <Page title={t('spot_fields_title')}>
        {fields.isError ? (
          <Button look="plain" onClick={() => void fields.refetch()}>
            {t('common_retry')}
          </Button>
        ) : (
          <Skeleton lines={5} label={t('common_loading')} />
        )}
      </Page>
    )
  return (
    <Page title={t('spot_fields_title')} lead={t('spot_fields_lead', { name: fields.data.product_name })}>
      <VisitStub reservation={visit} number={visit?.reservation_number ?? undefined}>
        <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('primary', true)}>
          <Icon name="ticket" /> {t('spot_fields_show')}
        </a>
        <p className={styles.soft}>{t('spot_fields_show_note')}</p>
      </VisitStub>
      <section className={styles.mail}>
        <h2>{t('spot_fields_mail_title')}</h2>
        <MailForm reservationToken={reservationToken} fields={fields.data} />
      </section>
    </Page>
  )
}
