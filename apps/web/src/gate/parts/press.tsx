import type { ButtonHTMLAttributes, ReactElement } from 'react'

import styles from './press.module.css'

interface PressProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'strong' | 'plain' | 'on-colour'
  readonly busy?: boolean
}

/** A button for gloves and haste: at least 64 px on each side. */
export function Press({ look = 'plain', busy = false, className = '', ...rest }: PressProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.press} ${styles[look]} ${className}`.trim()}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={event => {
        if (busy) event.preventDefault()
        else rest.onClick?.(event)
      }}
    />
  )
}
