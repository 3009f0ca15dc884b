import type { ReactElement } from 'react'

import styles from './loading-bar.module.css'

/** A thin line at the top of the page while any request is under way. */
export function LoadingBar({ active }: { readonly active: boolean }): ReactElement {
  return (
    <div
      className={`${styles.bar} ${active ? styles.active : ''}`}
      aria-hidden="true"
      data-loading={active}
    />
  )
}
