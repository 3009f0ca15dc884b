import { useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { sendPage } from '../../page/share-redirects.ts'
import { Link, useParams } from '../../page/router.tsx'
import { PartyChooser } from '../../parts/sharing/party-chooser.tsx'
import { type ChosenCounts, chosenIds, partyGroups } from '../../parts/sharing/party-groups.ts'
import { PartyPage, ToTickets } from '../../parts/sharing/party-page.tsx'
import { type Party, useHandOn } from '../../parts/sharing/use-party.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { GivenShare } from './given-share.tsx'
import styles from './share-screen.module.css'

/** `/tickets/share/{reservationToken}`: some of a party's tickets are handed on by a link, and taken back. */
export function ShareScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  return (
    <PartyPage reservationToken={reservationToken} title={t('share_title')}>
      {(party, reread) => <Shares party={party} reread={reread} />}
    </PartyPage>
  )
}

interface SharesProps {
  readonly party: Party
  readonly reread: () => Promise<void>
}

function Shares({ party, reread }: SharesProps): ReactElement {
  const t = useText()
  const { reservation, shares } = party
  const { reservation_token: token, permissions } = reservation
  const { allowed, reason } = permissions.share
  return (
    <Page title={t('share_title')} lead={t('share_lead')}>
      {allowed && <Choice party={party} reread={reread} />}
      {shares.length > 0 && (
        <section className={styles.given}>
          <h2>{t('share_given')}</h2>
          <ul>
            {shares.map(share => (
              <GivenShare
                key={share.share_token}
                share={share}
                canMail={permissions.share.by_mail && reason !== 'past'}
                reservationToken={token}
                reread={reread}
              />
            ))}
          </ul>
        </section>
      )}
      {/* Below what can still be done with those that were handed on. */}
      {!allowed && <Notice>{t(`share_reason_${reason ?? 'single'}`)}</Notice>}
      <ToTickets reservationToken={token} />
    </Page>
  )
}

/** Which tickets, and by a link or a mail. */
function Choice({ party: { reservation, tickets }, reread }: SharesProps): ReactElement {
  const t = useText()
  const { reservation_token: token, permissions } = reservation
  const groups = partyGroups(tickets)
  const [chosen, setChosen] = useState<ChosenCounts>({})
  const [isNothing, setNothing] = useState(false)
  const { handOn, isBusy } = useHandOn(token, reread)
  const makeLink = async (): Promise<void> => {
    const ids = chosenIds(groups, chosen)
    setNothing(ids.length === 0)
    if (ids.length === 0) return
    // A refusal is told by a dialog; the page has read anew what is left.
    await handOn(ids).then(
      () => setChosen({}),
      () => setChosen({}),
    )
  }
  return (
    <div className={styles.choice}>
      <PartyChooser
        groups={groups}
        chosen={chosen}
        onChange={next => {
          setChosen(next)
          setNothing(false)
        }}
      />
      {isNothing && <Notice kind="error">{t('share_nothing_chosen')}</Notice>}
      <div className={styles.ways}>
        <Button busy={isBusy} onClick={() => void makeLink()}>
          {t('share_make_link')}
        </Button>
        {permissions.share.by_mail && (
          <Link className={buttonLook('plain')} to={sendPage(token)}>
            <Icon name="mail" /> {t('share_by_mail')}
          </Link>
        )}
      </div>
    </div>
  )
}
