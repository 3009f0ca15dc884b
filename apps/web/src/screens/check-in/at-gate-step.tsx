import type { Ticket } from '@kippu/contract/reservations'
import type { ScanMode } from '@kippu/domain/check-in/judge-entry'
import { normaliseMailCode } from '@kippu/domain/form/mail-code'
import { useState } from 'react'
import type { ReactElement, SyntheticEvent } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { CodeEntry } from '../../parts/scanner/code-entry.tsx'
import { Scanner } from '../../parts/scanner/scanner.tsx'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './check-in.module.css'
import { StepPage, ToTickets } from './step-page.tsx'
import type { CheckingIn, Proof } from './use-check-in.ts'
import type { TicketName } from './use-ticket-at-gate.ts'

interface AtGateStepProps {
  readonly name: TicketName
  readonly mode: ScanMode
  readonly people: readonly Ticket[]
  readonly checkingIn: CheckingIn
  readonly onProof: (proof: Proof) => void
}

/** The visitor shows that they stand at the gate: they read its QR code, or type the code of the day. */
export function AtGateStep({ name, mode, people, checkingIn, onProof }: AtGateStepProps): ReactElement {
  const t = useText()
  const { again, isBusy, fault } = checkingIn
  const isWrong = fault === 'code'
  return (
    <StepPage step="tap" title={t(mode === 'read_qr' ? 'checkin_read_title' : 'checkin_presence_title')}>
      <ul className={styles.product}>
        {kindsOf(people).map(kind => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      {again !== null && (
        <Notice kind="error" title={t('checkin_lost_title')}>
          <p>{t('checkin_lost')}</p>
          <Button wide className={`${styles.large} ${styles.again}`} onClick={again}>
            {t('common_retry')}
          </Button>
        </Notice>
      )}
      {mode === 'read_qr' ? (
        <GateReader isWrong={isWrong} isBusy={isBusy} onProof={onProof} />
      ) : (
        <PresenceForm isWrong={isWrong} isBusy={isBusy} onProof={onProof} />
      )}
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

interface ProofProps extends Pick<AtGateStepProps, 'onProof'> {
  /** The store did not take the last one. */
  readonly isWrong: boolean
  readonly isBusy: boolean
}

function GateReader({ isWrong, isBusy, onProof }: ProofProps): ReactElement {
  const t = useText()
  const [isTyped, setIsTyped] = useState(false)
  const send = (text: string, typed: boolean): void => {
    setIsTyped(typed)
    onProof({ mode: 'read_qr', gate_code: text.slice(0, LONGEST_CODE) })
  }
  const fault = isWrong ? t('checkin_gate_code_wrong') : null
  return (
    <>
      <Scanner hint={t('checkin_read_hint')} isPaused={isBusy} onText={text => send(text, false)} />
      {fault !== null && !isTyped && (
        <p className={styles.fault} role="alert">
          <Icon name="warning" /> <span>{fault}</span>
        </p>
      )}
      <CodeEntry
        label={t('checkin_gate_code')}
        action={t('checkin_send')}
        error={isTyped ? fault : null}
        isBusy={isBusy}
        onText={text => send(text, true)}
      />
    </>
  )
}

/** The store takes no longer one: that of another kind of code is as wrong when it is cut off. */
const LONGEST_CODE = 100

const DIGITS = 6

function PresenceForm({ isWrong, isBusy, onProof }: ProofProps): ReactElement {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isShort, setIsShort] = useState(false)
  const send = (event: SyntheticEvent): void => {
    event.preventDefault()
    setIsShort(typed.length !== DIGITS)
    if (typed.length === DIGITS && !isBusy) onProof({ mode: 'tap_ticket', presence_code: typed })
  }
  const error = isShort ? t('checkin_presence_form') : isWrong ? t('checkin_presence_wrong') : null
  return (
    <form className={styles.presence} onSubmit={send} noValidate>
      <TextField
        label={t('checkin_presence_code')}
        error={error}
        value={typed}
        onChange={event => setTyped(digitsOf(event.target.value))}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        translate="no"
      />
      <Button type="submit" wide className={styles.large} busy={isBusy}>
        {t('checkin_send')}
      </Button>
    </form>
  )
}

/** The digits of what was typed or copied; anything else is left out. */
function digitsOf(text: string): string {
  return normaliseMailCode(text).replaceAll(/\D/g, '').slice(0, DIGITS)
}
