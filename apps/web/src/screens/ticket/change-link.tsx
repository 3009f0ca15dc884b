import type { ChangePermission } from '@kippu/contract/reservations'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { chooseChange } from '../../page/change-redirects.ts'
import { addressOf } from '../../page/entry.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './ticket-screen.module.css'

interface ChangeLinkProps {
  readonly reservationToken: string
  readonly permission: ChangePermission
}

/** The way to another day, with the time until which it is open; or why there is none. */
export function ChangeLink({ reservationToken, permission }: ChangeLinkProps): ReactElement {
  const t = useText()
  const { date } = useDates()
  const { allowed, until, reason } = permission
  if (!allowed) return <p className={styles.soft}>{t(`change_reason_${reason ?? 'not_offered'}`)}</p>
  return (
    <div>
      <a href={addressOf(chooseChange(reservationToken))} className={buttonLook('quiet')}>
        <Icon name="calendar" /> {t('change_title')}
      </a>
      {until !== null && <small>{t('change_until', { date: date(until), time: timeOf(until) })}</small>}
    </div>
  )
}
