import type { ReactElement } from 'react'

import { Icon } from '../../../ui/icon.tsx'
import styles from './hold-line.module.css'

/** The time left of a hold, in words beside a clock. */
export function HoldLine({ words }: { readonly words: string }): ReactElement {
  return (
    <p className={styles.line}>
      <Icon name="clock" />
      <span>{words}</span>
    </p>
  )
}
