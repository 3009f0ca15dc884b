import type { ButtonHTMLAttributes, ReactElement } from 'react'

import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` once on a screen, `quiet` for the way back. */
  readonly look?: 'primary' | 'plain' | 'quiet'
  readonly wide?: boolean
  /** Work is under way: the button keeps its focus and ignores further presses. */
  readonly busy?: boolean
}

export function Button({ look = 'primary', wide, busy = false, ...rest }: ButtonProps): ReactElement {
  const className = [styles.button, styles[look], wide ? styles.wide : '', rest.className ?? '']
    .join(' ')
    .trim()
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={event => {
        if (busy) event.preventDefault()
        else rest.onClick?.(event)
      }}
    />
  )
}

/** A link that looks like a button: class name for `<a>` and `<Link>`. */
export function buttonLook(look: 'primary' | 'plain' | 'quiet' = 'primary', isWide = false): string {
  return `${styles.button} ${styles[look]} ${isWide ? styles.wide : ''}`.trim()
}
