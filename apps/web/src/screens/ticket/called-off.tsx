import type { ChangePermission } from '@kippu/contract/reservations'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'

/** That the house has cancelled the visit, and until when it may be moved, or why it can't be. */
export function CalledOff({ permission }: { readonly permission: ChangePermission }): ReactNode {
  const t = useText()
  const { date } = useDates()
  const { allowed, until, reason, called_off: isCalledOff } = permission
  if (isCalledOff !== true) return null
  return (
    <Notice kind="caution" title={t('change_called_off')}>
      {allowed && until !== null
        ? t('change_until', { date: date(until), time: timeOf(until) })
        : t(WORDS[reason ?? 'not_offered'])}
    </Notice>
  )
}

/** What a visitor can know of why it can't be moved: of anything else the house writes to them. */
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
