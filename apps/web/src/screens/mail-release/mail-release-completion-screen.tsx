import type { ReactElement } from 'react'

import { Link, useSearchParams } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ToOrder } from './to-order.tsx'

/** A mail magazine has ended. The address carries the token while the visitor still receives another one. */
export function MailReleaseCompletionScreen(): ReactElement {
  const t = useText()
  const mailToken = useSearchParams()[0].get('mail_token')
  return (
    <Page title={t('mail_release_done_title')} lead={t('mail_release_done')}>
      {mailToken !== null && (
        <Link to={`/mail-release/${encodeURIComponent(mailToken)}`} className={buttonLook('plain')}>
          {t('mail_release_others')}
        </Link>
      )}
      <ToOrder />
    </Page>
  )
}
