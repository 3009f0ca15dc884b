import type { ReactElement, ReactNode } from 'react'

import { Price } from '../../../i18n/formats.tsx'
import { useText } from '../../../i18n/texts.tsx'
import styles from './action-bar.module.css'

interface ActionBarProps {
  /** Yen, tax included; undefined while it is being read. */
  readonly total: number | undefined
  /** The name of the amount, where it is not the total of an order. */
  readonly label?: string
  /** On wide screens the total stands right above, in the summary of the order. */
  readonly isTold?: boolean
  /** The button that goes on. */
  readonly children: ReactNode
}

/** The total and the button of a step: on a phone at the foot of the screen, always in reach; on wide screens beside the content. */
export function ActionBar({ total, label, isTold = false, children }: ActionBarProps): ReactElement {
  const t = useText()
  return (
    <div className={isTold ? styles.bar : `${styles.bar} ${styles.alone}`}>
      <p className={styles.total} aria-live="polite" aria-atomic="true">
        <span>
          <span>{label ?? t('common_total')}</span> <small>{t('common_tax_included')}</small>
        </span>
        <strong>{total === undefined ? '–' : <Price yen={total} />}</strong>
      </p>
      {children}
    </div>
  )
}
