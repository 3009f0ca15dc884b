import type { ReactElement } from 'react'

import styles from './loader.module.css'

interface LoaderProps {
  /** Says what the visitor is waiting for. */
  readonly label: string
}

/** Covers the page while something is being sent, so that nothing can be pressed twice. */
export function Loader({ label }: LoaderProps): ReactElement {
  return (
    <div className={styles.veil} role="alert" aria-busy="true">
      <div className={styles.box}>
        <span className={styles.ring} />
        <p>{label}</p>
      </div>
    </div>
  )
}
