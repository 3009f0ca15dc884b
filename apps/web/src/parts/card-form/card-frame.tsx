import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnreachableNotice } from '../payment-scripts/unreachable-notice.tsx'
import type { ScriptsState } from '../payment-scripts/use-scripts.ts'
import styles from './card-frame.module.css'

interface CardFrameProps {
  /** Whether the provider's fields are there. */
  readonly state: ScriptsState
  /** What the provider said is wrong; null while nothing is. */
  readonly refusal: string | null
  /** Stands above the provider's fields and is there at once. */
  readonly holder?: ReactNode
  /** The provider's fields: drawn from the start, shown when they are ready. */
  readonly children: ReactNode
}

/** What stands around the fields of every card: waiting, what failed, what was refused, where the digits go. */
export function CardFrame({ state, refusal, holder, children }: CardFrameProps): ReactElement {
  const t = useText()
  const { status, retry } = state
  return (
    <div className={styles.card}>
      {holder}
      {status === 'failed' && (
        <UnreachableNotice title={t('payment_card_unreachable_title')} onRetry={retry} />
      )}
      {status === 'loading' && <Skeleton lines={4} label={t('payment_card_loading')} />}
      <div className={status === 'ready' ? '' : styles.hidden}>{children}</div>
      {refusal !== null && <Notice kind="error">{refusal}</Notice>}
      <p className={styles.note}>{t('payment_card_private')}</p>
    </div>
  )
}
