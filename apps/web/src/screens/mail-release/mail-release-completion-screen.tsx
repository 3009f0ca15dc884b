import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { mainOrder } from '../../page/redirects.ts'
import { Link, Navigate, useSearchParams } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { RELEASED } from './released.ts'
import { ToOrder } from './to-order.tsx'

/**
 * A mail magazine has ended, in this document. The address carries the token while the visitor still receives another
 * one.
 */
export function MailReleaseCompletionScreen(): ReactElement {
  const t = useText()
  const mailToken = useSearchParams()[0].get('mail_token')
  const { data: isReleased = false } = useQuery<boolean>({ queryKey: RELEASED, queryFn: skipToken })
  if (!isReleased)
    return (
      <Navigate
        to={mailToken === null ? mainOrder() : `/mail-release/${encodeURIComponent(mailToken)}`}
        replace
      />
    )
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
