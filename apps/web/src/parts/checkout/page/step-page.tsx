import type { ReactElement, ReactNode } from 'react'

import { BackLink } from '../../../ui/back-link.tsx'
import styles from './checkout-page.module.css'

interface StepPageProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** The previous step, which keeps its answers. */
  readonly back?: { readonly to: string; readonly label: string }
  /** Beside the content; on narrow screens above it. */
  readonly aside: ReactNode
  readonly children: ReactNode
}

/** A step of a purchase or of a change of time: its title and content, and beside them what it is about. */
export function StepPage({ title, lead, back, aside, children }: StepPageProps): ReactElement {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {back !== undefined && <BackLink href={`#${back.to}`}>{back.label}</BackLink>}
        <h1 tabIndex={-1}>{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </header>
      <aside className={styles.aside}>{aside}</aside>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
