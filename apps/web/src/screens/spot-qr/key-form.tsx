import { useState } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './key-form.module.css'

interface KeyFormProps {
  readonly onKey: (key: string | null) => void
  /** Whether the store has just refused the key that is kept. */
  readonly isRefused?: boolean
  /** The way back, and the way to take the key off the display, where one is kept. Behind a refused key there is nothing to go back to. */
  readonly onClose?: () => void
}

/** Where the venue's engineer types the signage key, and where it is removed. */
export function KeyForm({ onKey, isRefused = false, onClose }: KeyFormProps): ReactElement {
  const t = useText()
  const [typed, setTyped] = useState('')
  const key = typed.trim()
  return (
    <div className={styles.place}>
      <form
        className={styles.card}
        onSubmit={event => {
          event.preventDefault()
          if (key !== '') onKey(key)
        }}
      >
        <h1 className={styles.title}>{t('spot_qr_key_title')}</h1>
        <TextField
          type="password"
          label={t('spot_qr_key')}
          help={t('spot_qr_key_help')}
          error={isRefused ? t('error_signage_key_not_accepted_message') : null}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" wide>
          {t('spot_qr_key_save')}
        </Button>
        {onClose !== undefined && (
          <>
            <Button look="plain" wide onClick={() => onKey(null)}>
              {t('spot_qr_key_remove')}
            </Button>
            {!isRefused && (
              <Button look="quiet" wide onClick={onClose}>
                {t('common_close')}
              </Button>
            )}
          </>
        )}
      </form>
    </div>
  )
}
