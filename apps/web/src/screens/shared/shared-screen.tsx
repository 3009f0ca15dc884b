import type { SharedPart } from '@kippu/contract/shares'
import { readShare } from '@kippu/contract/shares'
import { visitTimeOf } from '@kippu/domain/visit-time'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { NoShare } from '../../parts/house/no-share.tsx'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { useVisitTimeTexts } from '../../parts/visit/visit-time-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './shared-screen.module.css'
import { hasAccepted, useAcceptance } from './use-acceptance.ts'

const NOT_FOUND = 404

/**
 * `/tickets/shared/{token}`: the tickets that a link hands on, and the button that accepts it. A visitor who has
 * accepted it in this browser goes on to the tickets.
 */
export function SharedScreen(): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { shareToken = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['share', shareToken, lang],
    queryFn: () => request(readShare, { params: { share_token: shareToken }, query: { lang } }),
  })
  if (data !== undefined) return <Shared part={data} shareToken={shareToken} />
  if (error === null)
    return (
      <Page title={t('shared_title')}>
        <Skeleton lines={5} label={t('share_loading')} />
      </Page>
    )
  if (error instanceof ApiError && error.status === NOT_FOUND) return <NoShare />
  return (
    <Page title={t('ticket_missing_title')}>
      <div>
        <Button look="plain" onClick={() => void refetch()}>
          {t('common_retry')}
        </Button>
      </div>
    </Page>
  )
}

interface SharedProps {
  readonly part: SharedPart
  readonly shareToken: string
}

function Shared({ part, shareToken }: SharedProps): ReactElement {
  const t = useText()
  const acceptance = useAcceptance(shareToken)
  const { status, giver_name: giver, reservation_token: ownToken } = part
  if (ownToken !== null) return <Navigate to={ticketPage(ownToken)} replace />
  const isOwn = status === 'accepted' && hasAccepted(shareToken)
  if (acceptance.isElsewhere || (status === 'accepted' && !isOwn)) return <NoShare words="shared_elsewhere" />
  if (acceptance.isMissing) return <NoShare />
  return (
    <Page title={t('shared_title')} lead={giver === '' ? undefined : t('shared_from', { name: giver })}>
      <Visit part={part} />
      {!isOwn && <Notice>{t('shared_device')}</Notice>}
      <Button wide busy={acceptance.isBusy} onClick={acceptance.accept}>
        <Icon name="ticket" /> <span>{t(isOwn ? 'mail_complete_button' : 'shared_accept')}</span>
      </Button>
    </Page>
  )
}

function Visit({ part }: { readonly part: SharedPart }): ReactElement {
  const textsOf = useVisitTimeTexts()
  const { name } = useSite()
  const time = visitTimeOf(part.booking_type, { from: part.reservation_from, to: part.reservation_to })
  return (
    <section className={styles.visit}>
      <p className={styles.place}>{name}</p>
      <p className={styles.product}>{part.product_name}</p>
      {textsOf(time).lines.map(line => (
        <p key={line} className={styles.time}>
          {line}
        </p>
      ))}
      <ul>
        {kindsOf(part.tickets).map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
