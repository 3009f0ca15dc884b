import { useId, useState } from 'react'
import type { ReactElement, SyntheticEvent } from 'react'

import styles from './entry.module.css'
import { Press } from './press.tsx'

interface EntryProps {
  readonly label: string
  readonly action: string
  readonly error?: string | null
  readonly busy?: boolean
  readonly start?: string
  /** Whether an empty text is sent too: it searches for everything. */
  readonly mayBeEmpty?: boolean
  /** Takes the keyboard at once. */
  readonly isFirst?: boolean
  readonly isSearch?: boolean
  readonly onText: (text: string) => void
}

/** One line to type, and the button beside it. */
export function Entry({
  label,
  action,
  error = null,
  busy = false,
  start = '',
  mayBeEmpty = false,
  isFirst = false,
  isSearch = false,
  onText,
}: EntryProps): ReactElement {
  const id = useId()
  const [text, setText] = useState(start)
  const send = (event: SyntheticEvent): void => {
    event.preventDefault()
    const typed = text.trim()
    if (!busy && (mayBeEmpty || typed !== '')) onText(typed)
  }
  return (
    <form className={styles.entry} onSubmit={send} noValidate role={isSearch ? 'search' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          id={id}
          ref={element => {
            if (isFirst) element?.focus()
          }}
          className={styles.input}
          value={text}
          onChange={event => setText(event.target.value)}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          autoComplete="off"
          autoCapitalize={isSearch ? 'none' : 'characters'}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint={isSearch ? 'search' : 'go'}
          translate="no"
        />
        <Press type="submit" look="strong" busy={busy}>
          {action}
        </Press>
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </form>
  )
}
