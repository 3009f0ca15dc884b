import type { ReactElement, ReactNode } from 'react'

import { Icon } from './icon.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  /** `error` is read out at once; `caution` and `info` wait. */
  readonly kind?: 'info' | 'caution' | 'error'
  readonly title?: string
  readonly children: ReactNode
}

/** A message that the visitor should read before going on. */
export function Notice({ kind = 'info', title, children }: NoticeProps): ReactElement {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'info' : 'warning'} />
      <div>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
