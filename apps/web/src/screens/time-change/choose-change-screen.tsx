import type { ReactElement } from 'react'

import { isMoved } from '../../api/is-moved.ts'
import { useText } from '../../i18n/texts.tsx'
import { changeUrl } from '../../page/redirects.ts'
import { Navigate, useParams } from '../../page/router.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChooseChange } from './choose-change.tsx'
import { RefusedChange } from './refused-change.tsx'
import { useChangeChoice } from './use-change-choice.ts'

/** `/tickets/changedate/{reservationToken}`: another day and time for a bought visit. */
export function ChooseChangeScreen(): ReactElement {
  const t = useText()
  const { reservationToken = '' } = useParams()
  const { choice, error, retry } = useChangeChoice(reservationToken)
  if (choice !== undefined)
    return <ChooseChange key={reservationToken} reservationToken={reservationToken} choice={choice} />
  if (isMoved(error)) return <Navigate to={changeUrl()} replace />
  if (error !== null) return <RefusedChange reservationToken={reservationToken} error={error} retry={retry} />
  return (
    <Page title={t('change_title')}>
      <Skeleton lines={8} label={t('common_loading')} />
    </Page>
  )
}
