import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { timeChangePage, type TimeChangePlace } from '../../page/change-redirects.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Link, useParams, useSearchParams } from '../../page/router.tsx'
import { useKnownChange } from '../../parts/time-change/state/use-known-change.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { useCorrection } from './use-correction.ts'

/** The change that the visitor came from waits for them. */
function NotMoved({ place }: { readonly place: TimeChangePlace }): ReactNode {
  const t = useText()
  const { data: change } = useKnownChange(place)
  return change?.status === 'pending' && <p>{t('correction_no_charge')}</p>
}

/**
 * `/tickets/changedate/email/{reservationToken}`: replaces an address that the mail server refused, and leads back to
 * the change of time that is under way, or to the tickets.
 */
export function AddressCorrectionScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  const [search] = useSearchParams()
  const changeToken = search.get('timechange_token')
  const { doneWith, isNeedless, ...correction } = useCorrection({ reservationToken, changeToken })
  const wayOn =
    changeToken === null ? (
      <Link className={buttonLook()} to={ticketPage(reservationToken)}>
        {t('mail_complete_button')}
      </Link>
    ) : (
      <Link className={buttonLook()} to={timeChangePage({ oldToken: reservationToken, token: changeToken })}>
        {t('correction_to_change')}
      </Link>
    )
  if (doneWith !== null)
    return (
      <Page
        key="done"
        title={t('correction_done_title')}
        lead={<output>{t('correction_done', { email: doneWith })}</output>}
      >
        <p>{wayOn}</p>
      </Page>
    )
  return (
    <Page key="form" title={t('correction_title')} lead={t('correction_lead')}>
      {changeToken !== null && <NotMoved place={{ oldToken: reservationToken, token: changeToken }} />}
      {isNeedless ? (
        <>
          <Notice>{t('correction_not_needed')}</Notice>
          <p>{wayOn}</p>
        </>
      ) : (
        <CorrectionForm {...correction} />
      )}
    </Page>
  )
}
