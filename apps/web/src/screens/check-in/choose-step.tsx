import type { Ticket } from '@kippu/contract/reservations'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { nameOfTicket } from '../../parts/ticket/ticket-state.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './check-in.module.css'
import { StepPage, ToTickets } from './step-page.tsx'
import type { TicketAtGate, TicketName } from './use-ticket-at-gate.ts'

interface ChooseStepProps {
  readonly name: TicketName
  readonly known: TicketAtGate
  readonly party: readonly Ticket[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
  readonly onNext: () => void
}

/** The visitors of the party who come along now: everybody, unless the visitor says otherwise. */
export function ChooseStep({ name, known, party, chosen, onChange, onNext }: ChooseStepProps): ReactElement {
  const t = useText()
  const [isMissing, setIsMissing] = useState(false)
  const isSet = name.type === 'set'
  const next = (): void => {
    setIsMissing(chosen.length === 0)
    if (chosen.length > 0) onNext()
  }
  return (
    <StepPage step="init" title={t('checkin_title')}>
      <p className={styles.product}>{known.ticket.product_name}</p>
      {party.length > 1 ? (
        <fieldset className={styles.people} aria-describedby={isMissing ? 'checkin-missing' : undefined}>
          <legend>{t(isSet ? 'checkin_party_set' : 'checkin_party')}</legend>
          {party.map((ticket, index) => (
            <Person
              key={ticket.id}
              label={`${index + 1}. ${nameOfTicket(ticket)}`}
              isChosen={chosen.includes(ticket.id)}
              onChange={isChosen =>
                onChange(
                  party.map(({ id }) => id).filter(id => (id === ticket.id ? isChosen : chosen.includes(id))),
                )
              }
            />
          ))}
        </fieldset>
      ) : (
        <p className={styles.kind}>{nameOfTicket(known.ticket)}</p>
      )}
      {isMissing && chosen.length === 0 && (
        <p id="checkin-missing" className={styles.fault} role="alert">
          <Icon name="warning" /> <span>{t(isSet ? 'checkin_choose_one_set' : 'checkin_choose_one')}</span>
        </p>
      )}
      <p>{t('checkin_lead')}</p>
      <Button wide className={styles.large} onClick={next}>
        {t('checkin_begin')}
      </Button>
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

interface PersonProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

function Person({ label, isChosen, onChange }: PersonProps): ReactElement {
  return (
    <label className={styles.person}>
      <input type="checkbox" checked={isChosen} onChange={event => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
