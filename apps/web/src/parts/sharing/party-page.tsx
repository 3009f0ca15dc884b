import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { changeUrl, ticketPage } from '../../page/redirects.ts'
import { Navigate } from '../../page/router.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { InquiryLink } from '../ticket/inquiry-link.tsx'
import { type Party, useParty } from './use-party.ts'

interface PartyPageProps {
  readonly reservationToken: string
  readonly title: string
  readonly children: (party: Party, reread: () => Promise<void>) => ReactElement
}

/** The frame of every page about the tickets of a party: it waits for them, and says where they are if not here. */
export function PartyPage({ reservationToken, title, children }: PartyPageProps): ReactElement {
  const t = useText()
  const { party, isMoved, isError, reread } = useParty(reservationToken)
  if (isMoved) return <Navigate to={changeUrl()} replace />
  if (party !== undefined) return children(party, reread)
  if (!isError)
    return (
      <Page title={title}>
        <Skeleton lines={6} label={t('share_loading')} />
      </Page>
    )
  return (
    <Page title={t('ticket_missing_title')} lead={t('ticket_missing')}>
      <div>
        <Button look="plain" onClick={() => void reread()}>
          {t('common_retry')}
        </Button>{' '}
        <InquiryLink />
      </div>
    </Page>
  )
}

/** The way back to the tickets, which are in another document. */
export function ToTickets({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  return (
    <p>
      <a href={addressOf(ticketPage(reservationToken))} className={buttonLook('quiet')}>
        <Icon name="left" /> {t('share_to_tickets')}
      </a>
    </p>
  )
}
