import type { Answer } from '@kippu/contract/call'
import type { checkIn } from '@kippu/contract/check-in'
import type { Ticket } from '@kippu/contract/reservations'
import { jstIso } from '@kippu/domain/jst-date'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { useSecond } from '../../parts/ticket/use-second.ts'
import { useWakeLock } from '../../parts/ticket/use-wake-lock.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './check-in.module.css'
import { StepPage, ToTickets } from './step-page.tsx'
import type { TicketName } from './use-ticket-at-gate.ts'

interface SuccessStepProps {
  readonly name: TicketName
  readonly result: Answer<typeof checkIn>
  readonly party: readonly Ticket[]
  readonly product: string
}

/** For the staff: who was let in, large, beside a mark that moves and a clock that runs, which no screenshot has. */
export function SuccessStep({ name, result, party, product }: SuccessStepProps): ReactElement {
  const t = useText()
  useWakeLock(true)
  const of = (isIn: boolean): Ticket[] =>
    party.filter(({ id }) => result.tickets.some(one => one.id === id && (one.status === 'success') === isIn))
  const [admitted, others] = [of(true), of(false)]
  return (
    <StepPage step="success" title={t(name.type === 'set' ? 'checkin_success_set' : 'checkin_success')}>
      <div className={styles.success}>
        <span className={styles.mark} aria-hidden="true">
          <Icon name="check" />
        </span>
        <Clock />
        <ul className={styles.admitted}>
          {kindsOf(admitted).map(kind => (
            <li key={kind}>{kind}</li>
          ))}
        </ul>
        <p>{product}</p>
      </div>
      {others.length > 0 && (
        <Notice kind="caution" title={kindsOf(others).join(' / ')}>
          {t('checkin_not_all')}
        </Notice>
      )}
      <p className={styles.note}>{t('checkin_success_note')}</p>
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

function Clock(): ReactElement {
  const t = useText()
  const time = jstIso(useSecond()).slice('yyyy-MM-ddT'.length, 'yyyy-MM-ddTHH:mm:ss'.length)
  return (
    <p className={styles.clock}>
      <span className="visually-hidden">{t('ticket_clock')} </span>
      <time translate="no">{time}</time>
    </p>
  )
}
