import type { ReactElement, ReactNode } from 'react'

import styles from './page.module.css'

interface PageProps {
  /** Null while nobody knows it yet: no heading is better than an empty one. */
  readonly title: ReactNode
  /** A sentence under the title. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

/** A screen of one column: title, lead, content. The title takes the focus after a navigation. */
export function Page({ title, lead, children }: PageProps): ReactElement {
  return (
    <div className={styles.page}>
      {title !== null && (
        <h1 className="title" tabIndex={-1}>
          {title}
        </h1>
      )}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </div>
  )
}
