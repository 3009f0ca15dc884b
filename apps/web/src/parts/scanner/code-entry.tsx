import { foldTyped } from '@kippu/domain/form/normalise'
import { useState } from 'react'
import type { ReactElement, SyntheticEvent } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './scanner.module.css'

export interface CodeEntryProps {
  /** Which code is typed. */
  readonly label: string
  readonly help?: string
  /** Where a code of this kind is, and what it is short of. */
  readonly error?: string | null
  /** The words on the button. */
  readonly action: string
  readonly isBusy?: boolean
  readonly onText: (text: string) => void
}

/** The way to go on without a camera: the code is typed. Nothing is sent while the field is empty. */
export function CodeEntry({
  label,
  help,
  error,
  action,
  isBusy = false,
  onText,
}: CodeEntryProps): ReactElement {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = (event: SyntheticEvent): void => {
    event.preventDefault()
    const text = foldTyped(typed)
    setIsMissing(text === '')
    if (text !== '' && !isBusy) onText(text)
  }
  return (
    <form className={styles.entry} onSubmit={send} noValidate>
      <TextField
        label={label}
        help={help}
        error={isMissing ? t('common_validate_required') : error}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        translate="no"
      />
      <Button type="submit" look="plain" wide busy={isBusy}>
        {action}
      </Button>
    </form>
  )
}
