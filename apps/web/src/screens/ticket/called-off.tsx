import type { ChangePermission } from '@kippu/contract/reservations'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'

/** That the house has cancelled the visit, and until when it may be moved. */
export function CalledOff({ permission }: { readonly permission: ChangePermission }): ReactNode {
  const t = useText()
  const { date } = useDates()
  const { allowed, until, called_off: isCalledOff } = permission
  if (isCalledOff !== true) return null
  return (
    <Notice kind="caution" title={t('change_called_off')}>
      {allowed && until !== null
        ? t('change_until', { date: date(until), time: timeOf(until) })
        : t('change_reason_past_deadline')}
    </Notice>
  )
}
