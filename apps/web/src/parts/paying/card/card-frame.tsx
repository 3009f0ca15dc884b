import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UnreachableNotice } from '../scripts/unreachable-notice.tsx'
import type { ScriptsState } from '../scripts/use-scripts.ts'
import styles from './card-frame.module.css'

interface CardFrameProps {
  /** Whether the provider's fields are ready. */
  readonly state: ScriptsState
  /** The provider's error message; null when there is none. */
  readonly refusal: string | null
  /** Shown above the provider's fields, at once. */
  readonly holder?: ReactNode
  /** The fields belong to our own page: their height is known before they can be used, so nothing below them moves. */
  readonly hasRoom?: boolean
  /** The provider's fields: rendered from the start, visible when they are ready. */
  readonly children: ReactNode
}

/** The display state of the fields. */
const looks = { loading: styles.hidden, failed: styles.hidden, unseen: styles.unseen, ready: '' }

/** The frame around the fields of every card: waiting, loading failures, refusals, and where the digits go. */
export function CardFrame({
  state,
  refusal,
  holder,
  hasRoom = false,
  children,
}: CardFrameProps): ReactElement {
  const t = useText()
  const { status, retry } = state
  return (
    <div className={styles.card}>
      {holder}
      {status === 'failed' && (
        <UnreachableNotice title={t('payment_card_unreachable_title')} onRetry={retry} />
      )}
      <div className={styles.place}>
        {status === 'loading' && <Skeleton lines={hasRoom ? 8 : 4} label={t('payment_card_loading')} />}
        <div className={looks[hasRoom && status === 'loading' ? 'unseen' : status]}>{children}</div>
      </div>
      {refusal !== null && <Notice kind="error">{refusal}</Notice>}
      <p className={styles.note}>{t('payment_card_private')}</p>
    </div>
  )
}
