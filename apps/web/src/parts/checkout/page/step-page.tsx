import type { ReactElement, ReactNode } from 'react'

import { BackLink } from '../../../ui/back-link.tsx'
import styles from './checkout-page.module.css'

interface StepPageProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** The previous step, which keeps its answers. */
  readonly back?: { readonly to: string; readonly label: string }
  /** Beside the content; on narrow screens above it. Above it everywhere where there is a `side`. */
  readonly aside: ReactNode
  /** After the content, and beside it on wide screens: the total and the button that goes on. */
  readonly side?: ReactNode
  readonly children: ReactNode
}

/** A step of a purchase or of a change of time: its title and content, and beside them what it is about. */
export function StepPage({ title, lead, back, aside, side, children }: StepPageProps): ReactElement {
  return (
    <div className={side === undefined ? styles.page : `${styles.page} ${styles.withSide}`}>
      <header className={styles.header}>
        {back !== undefined && <BackLink href={`#${back.to}`}>{back.label}</BackLink>}
        <h1 className="title" tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      <aside className={styles.aside}>{aside}</aside>
      <div className={styles.content}>{children}</div>
      {side !== undefined && <div className={styles.side}>{side}</div>}
    </div>
  )
}
