import { useEffect, useId, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useWords } from '../words/words.tsx'
import { Press } from './press.tsx'
import styles from './sheet.module.css'

interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A question over the page; the browser keeps the focus inside. */
export function Sheet({ title, onClose, children }: SheetProps): ReactElement {
  const { t } = useWords()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <Press onClick={onClose}>{t('gate_close')}</Press>
    </dialog>
  )
}
