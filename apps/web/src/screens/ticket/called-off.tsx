import type { ChangePermission } from '@kippu/contract/reservations'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { chooseChange } from '../../page/change-redirects.ts'
import { addressOf } from '../../page/entry.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './ticket-screen.module.css'

interface CalledOffProps {
  readonly reservationToken: string
  readonly permission: ChangePermission
  /** The tickets are those that somebody was given: the house writes to their buyer alone. */
  readonly isPart: boolean
  /** There is no way to another day without a connection. */
  readonly isOffline: boolean
}

/** That the house has cancelled the visit, until when it may be moved and the way there, or why it can't be. */
export function CalledOff({ reservationToken, permission, isPart, isOffline }: CalledOffProps): ReactNode {
  const t = useText()
  const { date } = useDates()
  const { allowed, until, reason, called_off: isCalledOff } = permission
  if (isCalledOff !== true) return null
  return (
    <Notice kind="caution" title={t('change_called_off')}>
      <span>
        {allowed && until !== null
          ? t('change_until', { date: date(until), time: timeOf(until) })
          : t(isPart ? 'change_called_off_part' : WORDS[reason ?? 'not_offered'])}
      </span>
      {allowed && !isOffline && (
        <p className={styles.onward} data-print="no">
          <a href={addressOf(chooseChange(reservationToken))} className={buttonLook('plain')}>
            {t('change_title')}
          </a>
        </p>
      )}
    </Notice>
  )
}

/** The reasons that a visitor can know why it can't be moved: of all others the house writes to them. */
const WORDS = {
  being_paid: 'change_reason_being_paid',
  handed_on: 'change_reason_handed_on',
  past_deadline: 'change_reason_past_deadline',
  used: 'change_reason_used',
  not_offered: 'change_called_off_contact',
  limit_reached: 'change_called_off_contact',
  method_discount: 'change_called_off_contact',
  coupon_expired: 'change_called_off_contact',
  cancelled: 'change_reason_cancelled',
} as const satisfies Record<NonNullable<ChangePermission['reason']>, string>
