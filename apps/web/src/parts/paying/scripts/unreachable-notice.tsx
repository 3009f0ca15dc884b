import type { ReactElement } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './unreachable-notice.module.css'

const RETRY_ID = 'payment-retry'

interface UnreachableNoticeProps {
  /** The part that could not be shown or prepared. */
  readonly title: string
  readonly onRetry: () => void
}

/** Says that a provider's script did not load, and offers a retry. */
export function UnreachableNotice({ title, onRetry }: UnreachableNoticeProps): ReactElement {
  const t = useText()
  return (
    <Notice kind="error" title={title}>
      <p>{t('payment_card_unreachable')}</p>
      <Button id={RETRY_ID} look="plain" className={styles.retry ?? ''} onClick={onRetry}>
        {t('common_retry')}
      </Button>
    </Notice>
  )
}

/** Moves the focus of a visitor who wants to go on to the retry button, the one thing that helps. */
export function focusRetry(): void {
  document.getElementById(RETRY_ID)?.focus()
}
