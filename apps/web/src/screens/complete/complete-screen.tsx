import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { Link, Navigate } from '../../page/router.tsx'

import { addressOf } from '../../page/entry.ts'
import { useSite } from '../../page/first-view-context.ts'
import { mainOrder, ticketPage } from '../../page/redirects.ts'
import { useText } from '../../i18n/texts.tsx'
import { forgetBoughtOrder, mailedToKey } from '../../parts/checkout/complete/complete-purchase.ts'
import { KeepVisit } from '../../parts/checkout/complete/keep-visit.tsx'
import { useBoughtVisit, VisitStub } from '../../parts/checkout/complete/visit-stub.tsx'
import { MailAgain } from '../../parts/ticket/mail-again.tsx'
import { WalletButtons } from '../../parts/ticket/wallet-buttons.tsx'
import type { CompleteData } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './complete-screen.module.css'
import { useTellPurchase } from './tell-purchase.ts'

/** The purchase is done. A reload shows the same page; the order itself is forgotten. */
export function CompleteScreen(): ReactElement {
  const data = useSession(session => session.completeData)
  if (data === null) return <Navigate to={mainOrder()} replace />
  return <Complete data={data} />
}

function Complete({ data }: { readonly data: CompleteData }): ReactElement {
  const t = useText()
  const { completeButton } = useSite()
  const email = useMailedTo(data.reservationToken)
  const visit = useBoughtVisit(data.reservationToken)
  useEffect(forgetBoughtOrder, [])
  useTellPurchase(data)
  return (
    <Page title={t('complete_title')} lead={t('complete_lead')}>
      <VisitStub reservation={visit} number={data.reservationNumber}>
        {completeButton && (
          <a href={addressOf(ticketPage(data.reservationToken))} className={buttonLook('primary', true)}>
            <Icon name="ticket" /> {t('complete_to_ticket')}
          </a>
        )}
      </VisitStub>
      {visit && completeButton && <KeepVisit reservation={visit} />}
      <WalletButtons reservationToken={data.reservationToken} tickets={null} />
      <section className={styles.next}>
        <h2>{t('complete_next_title')}</h2>
        <ol>
          <li>
            <Icon name="mail" />
            <span>{email === undefined ? t('complete_mail_unnamed') : t('complete_mail', { email })}</span>
          </li>
          <li>
            <Icon name="ticket" />
            {t('complete_open')}
          </li>
          <li>
            <Icon name="check" />
            {t('complete_entrance')}
          </li>
        </ol>
        <MailAgain reservationToken={data.reservationToken} />
      </section>
      <p>
        <Link className={styles.more} to={mainOrder()}>
          {t('complete_more')}
        </Link>
      </p>
    </Page>
  )
}

/**
 * The buyer's address while this document lives. It is never stored, so after a reload the sentence does without it.
 */
function useMailedTo(reservationToken: string): string | undefined {
  const { data } = useQuery<string>({ queryKey: mailedToKey(reservationToken), queryFn: skipToken })
  return data
}
