import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './large-code.module.css'
import { LiveMark } from './live-mark.tsx'

interface Steps {
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
}

interface LargeCodeProps {
  /** Content of the QR. */
  readonly code: string
  readonly label: string
  /** The kind of person that it lets in. */
  readonly children: ReactNode
  /** The way to the codes beside it; null where there is one alone. */
  readonly steps: Steps | null
  readonly onClose: () => void
}

/** One code on a white screen, for the reader at the entrance; a family goes through its codes without leaving it. */
export function LargeCode({ code, label, children, steps, onClose }: LargeCodeProps): ReactElement {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} className={styles.large} aria-label={t('ticket_enlarge')} onCancel={onClose}>
      <p className={styles.note}>{t('ticket_brightness')}</p>
      <div className={styles.code}>
        <QrCode code={code} label={label} />
      </div>
      <div>
        <LiveMark />
        <p className={styles.kind} aria-live="polite">
          {children}
        </p>
      </div>
      <div className={styles.buttons}>
        {steps !== null && <Step name="left" label={t('ticket_previous')} onPress={steps.onPrevious} />}
        <button type="button" onClick={onClose} autoFocus>
          {t('common_close')}
        </button>
        {steps !== null && <Step name="right" label={t('ticket_next')} onPress={steps.onNext} />}
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
