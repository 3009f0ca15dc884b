import type { CheckInStatus } from '@kippu/domain/check-in/judge-entry'
import { timeOf } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { nameOfTicket } from '../../parts/ticket/ticket-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './check-in.module.css'
import { StepPage, ToTickets } from './step-page.tsx'
import type { TicketAtGate, TicketName } from './use-ticket-at-gate.ts'

type Refusal = Exclude<CheckInStatus, 'success'>

interface ErrorStepProps {
  readonly name: TicketName
  readonly known: TicketAtGate
  readonly status: Refusal
  /** When a used ticket was used. */
  readonly usedAt: string | null
  /** The last time the store was asked, no answer came. */
  readonly isOffline: boolean
  readonly retry: () => void
}

/** Why somebody is not let in, and what to do next. */
export function ErrorStep({ name, known, status, usedAt, isOffline, retry }: ErrorStepProps): ReactElement {
  const t = useText()
  const { title, why, next, mayRetry } = useWords(status, known, usedAt)
  return (
    <StepPage step="error" title={title}>
      <div className={styles.refused} data-status={status}>
        <Icon name={status === 'used' ? 'check' : status === 'invalid_time' ? 'clock' : 'warning'} />
        <p className={styles.kind}>{nameOfTicket(known.ticket)}</p>
        {why !== null && <p className={styles.why}>{why}</p>}
        <p>{next}</p>
      </div>
      {isOffline && (
        <Notice kind="caution" title={t('checkin_offline_title')}>
          {t('checkin_offline')}
        </Notice>
      )}
      {mayRetry && (
        <Button wide className={styles.large} onClick={retry}>
          {t('common_retry')}
        </Button>
      )}
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

interface Words {
  readonly title: string
  readonly why: string | null
  readonly next: string
  readonly mayRetry: boolean
}

function useWords(status: Refusal, known: TicketAtGate, usedAt: string | null): Words {
  const t = useText()
  const { date } = useDates()
  const at = (iso: string) => ({ date: date(iso), time: timeOf(iso) })
  switch (status) {
    case 'used':
      return {
        title: t('checkin_used'),
        why: usedAt === null ? null : t('checkin_used_at', at(usedAt)),
        next: t('checkin_used_next'),
        mayRetry: false,
      }
    case 'invalid_time':
      return serverNow() < Date.parse(known.admits_from)
        ? {
            title: t('checkin_too_early'),
            why: t('checkin_admits_from', at(known.admits_from)),
            next: t('checkin_too_early_next'),
            mayRetry: true,
          }
        : {
            title: t('checkin_too_late'),
            why: t('checkin_admitted_until', at(known.admits_until)),
            next: t('checkin_staff_next'),
            mayRetry: false,
          }
    case 'invalid':
      return {
        title: t('checkin_invalid'),
        why: t('checkin_invalid_why'),
        next: t('checkin_staff_next'),
        mayRetry: false,
      }
  }
}
