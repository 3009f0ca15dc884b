import { useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { sharePage } from '../../page/share-redirects.ts'
import { Link, useParams } from '../../page/router.tsx'
import { PartyPage, ToTickets } from '../../parts/sharing/party-page.tsx'
import type { Party } from '../../parts/sharing/use-party.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { SendForm } from './send-form.tsx'

/** `/tickets/send/{reservationToken}`: tickets are handed on by a mail of the store. */
export function SendScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <PartyPage reservationToken={reservationToken} title={t('send_title')}>
      {(party, reread) =>
        sentTo === null ? (
          <Page key="form" title={t('send_title')} lead={t('send_lead')}>
            <Sending party={party} reread={reread} onSent={setSentTo} />
            <ToTickets reservationToken={reservationToken} />
          </Page>
        ) : (
          <Page
            key="done"
            title={t('send_done_title')}
            lead={<output>{t('send_done', { email: sentTo })}</output>}
          >
            <p>
              <Link className={buttonLook()} to={sharePage(reservationToken)}>
                {t('send_to_share')}
              </Link>
            </p>
            <ToTickets reservationToken={reservationToken} />
          </Page>
        )
      }
    </PartyPage>
  )
}

interface SendingProps {
  readonly party: Party
  readonly reread: () => Promise<void>
  readonly onSent: (email: string) => void
}

/** The share that this tab made and nobody has accepted is the one that is sent; without it tickets are chosen here. */
function Sending({ party, reread, onSent }: SendingProps): ReactElement {
  const t = useText()
  const shareToken = useSession(session => session.shareToken)
  const { reservation, shares } = party
  const { permissions } = reservation
  const { allowed, reason } = permissions.share
  const share = shares.find(one => one.share_token === shareToken && one.status === 'offered')
  if (!permissions.share.by_mail && reservation.status === 'active')
    return (
      <>
        <Notice>{t('send_not_paid')}</Notice>
        <p>
          <Link className={buttonLook('plain')} to={sharePage(reservation.reservation_token)}>
            {t('share_make_link')}
          </Link>
        </p>
      </>
    )
  // Nothing is mailed once the visit is over, even what was handed on before.
  if ((share === undefined && !allowed) || reason === 'past')
    return <Notice>{t(`share_reason_${reason ?? 'single'}`)}</Notice>
  return <SendForm party={party} share={share} reread={reread} onSent={onSent} />
}
