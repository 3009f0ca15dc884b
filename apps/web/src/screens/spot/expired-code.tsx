import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Link } from '../../page/router.tsx'
import { spotPayment } from '../../page/spot-redirects.ts'
import { useSession } from '../../session/session.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { OwnTicketsLink } from './own-tickets-link.tsx'
import styles from './spot.module.css'

/** The code of the sign is too old, or there is none: what to do, in three steps. What is held already stays. */
export function ExpiredCode(): ReactElement {
  const t = useText()
  const isHolding = useSession(session => session.spotOrderToken !== null)
  return (
    <Page title={t('spot_expired_title')} lead={t('spot_expired_lead')}>
      <ol className={styles.steps}>
        <li>{t('spot_expired_step_camera')}</li>
        <li>{t('spot_expired_step_scan')}</li>
        <li>{t('spot_expired_step_open')}</li>
      </ol>
      {isHolding && (
        <Notice>
          <p>{t('spot_continue_note')}</p>
          <Link to={spotPayment()} className={buttonLook()}>
            {t('spot_continue')}
          </Link>
        </Notice>
      )}
      <OwnTicketsLink />
    </Page>
  )
}
