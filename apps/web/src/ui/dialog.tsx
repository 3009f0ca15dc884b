import { useEffect, useId, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { Button } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** Label of the main button, or of the second where there is a better way on. */
  readonly ok: string
  readonly onOk: () => void
  /** A second way out. Without one, Esc means OK. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void }
  /** A better way on than OK, as the first and main button. Esc means it. */
  readonly mend?: { readonly label: string; readonly onMend: () => void }
}

/**
 * A modal window on the browser's own `<dialog>`: the page behind it cannot be reached, the focus stays inside and
 * returns to its previous place. It is open as long as it is rendered.
 */
export function Dialog({ title, children, ok, onOk, cancel, mend }: DialogProps): ReactElement {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const messageId = useId()
  useEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open) return
    const before = document.activeElement
    dialog.showModal()
    // By default the browser focuses whatever comes first, such as a link of the message.
    dialog.querySelector<HTMLElement>('[data-main]')?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={messageId}
      onCancel={event => {
        event.preventDefault()
        const away = mend?.onMend ?? cancel?.onCancel ?? onOk
        away()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <div id={messageId} className={styles.message}>
        {children}
      </div>
      <div className={styles.buttons}>
        {mend && (
          <Button data-main onClick={mend.onMend}>
            {mend.label}
          </Button>
        )}
        <Button look={mend ? 'plain' : 'primary'} data-main={mend ? undefined : true} onClick={onOk}>
          {ok}
        </Button>
        {cancel && (
          <Button look="plain" onClick={cancel.onCancel}>
            {cancel.label}
          </Button>
        )}
      </div>
    </dialog>
  )
}
