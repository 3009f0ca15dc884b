import type { Ticket } from '@kippu/contract/reservations'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './large-code.module.css'
import { QrCode } from '../../ui/qr-code.tsx'
import { useWakeLock } from './use-wake-lock.ts'

interface LargeCodeProps {
  readonly ticket: Ticket
  readonly position: string
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onClose: () => void
}

/** One code on a white screen, for the reader at the entrance; a family goes through its codes without leaving it. */
export function LargeCode({ ticket, position, onPrevious, onNext, onClose }: LargeCodeProps): ReactElement {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  useWakeLock()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className={styles.large} aria-label={t('ticket_enlarge')} onCancel={onClose}>
      <p className={styles.note}>{t('ticket_brightness')}</p>
      <div className={styles.code}>
        <QrCode code={ticket.code} label={t('ticket_qr_label', { position })} />
      </div>
      <p className={styles.kind} aria-live="polite">
        {ticket.option_name} <small>{position}</small>
      </p>
      <div className={styles.buttons}>
        <Step name="left" label={t('ticket_previous')} onPress={onPrevious} />
        <button type="button" onClick={onClose} autoFocus>
          {t('common_close')}
        </button>
        <Step name="right" label={t('ticket_next')} onPress={onNext} />
      </div>
    </dialog>
  )
}

interface StepProps {
  readonly name: 'left' | 'right'
  readonly label: string
  readonly onPress: (() => void) | null
}

function Step({ name, label, onPress }: StepProps): ReactElement {
  return (
    <button type="button" aria-label={label} aria-disabled={onPress === null} onClick={() => onPress?.()}>
      <Icon name={name} />
    </button>
  )
}
