import { timeOf } from '@kippu/domain/jst-date'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSecond } from '../../parts/ticket/use-second.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './check-in.module.css'
import { greenUntil, type KeptEntry } from './kept-entry.ts'
import { StepPage, ToTickets } from './step-page.tsx'
import type { TicketName } from './use-ticket-at-gate.ts'

interface EnteredStepProps {
  readonly name: TicketName
  readonly entry: KeptEntry
  readonly product: string
  /** From now on the ticket is used, as everywhere else. */
  readonly onOver: () => void
}

/** An entry that was made a moment ago, on a page that was loaded again. Nothing moves on it: it lets nobody in. */
export function EnteredStep({ name, entry, product, onOver }: EnteredStepProps): ReactElement {
  const t = useText()
  const { at, kinds } = entry
  const isOver = useSecond() >= greenUntil(entry)
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  return (
    <StepPage step="success" title={t(name.type === 'set' ? 'checkin_entered_set' : 'checkin_entered')}>
      <div className={styles.success} data-entered="true">
        <span className={styles.still} aria-hidden="true">
          <Icon name="check" />
        </span>
        <p className={styles.clock}>{t('checkin_entered_at', { time: timeOf(at) })}</p>
        <ul className={styles.admitted}>
          {kinds.map(kind => (
            <li key={kind}>{kind}</li>
          ))}
        </ul>
        <p>{product}</p>
      </div>
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}
