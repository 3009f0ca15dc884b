import type { ReactElement, ReactNode } from 'react'

import styles from './back-link.module.css'
import { Icon } from './icon.tsx'

interface BackLinkProps {
  /** An address, or `#` and a route of this document. */
  readonly href: string
  readonly children: ReactNode
}

/** The way back, above the title of a page. */
export function BackLink({ href, children }: BackLinkProps): ReactElement {
  return (
    <a href={href} className={styles.back}>
      <Icon name="left" /> <span>{children}</span>
    </a>
  )
}
