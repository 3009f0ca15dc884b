import type { ReactElement, ReactNode } from 'react'

import styles from './card.module.css'

/** A quiet sheet of paper around things that belong together. */
export function Card({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string | undefined
}): ReactElement {
  return <div className={`${styles.card} ${className}`}>{children}</div>
}
