import type { ReactElement } from 'react'

import { holdToast, resumeToast, useToast } from './toast-store.ts'
import styles from './toast.module.css'

/** The page's toast. The region is always there, so that a screen reader announces its changes. */
export function Toast(): ReactElement {
  const { message, isFading } = useToast()
  return (
    <output className={styles.region} data-print="no">
      {message !== null && (
        <p
          className={`${styles.toast} ${isFading ? styles.fading : ''}`}
          onPointerEnter={holdToast}
          onPointerLeave={resumeToast}
        >
          {message}
        </p>
      )}
    </output>
  )
}
