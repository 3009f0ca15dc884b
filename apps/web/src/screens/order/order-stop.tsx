import type { ReactElement } from 'react'

import { notFound } from '../../page/redirects.ts'
import { Navigate } from '../../page/router.tsx'
import { useText, useTextsState } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './order-screen.module.css'
import type { OrderStopReason } from './use-order-stop.ts'

/** Replaces the order where something is required in the address: no product, no calendar. */
export function OrderStop({ reason }: { readonly reason: OrderStopReason }): ReactElement {
  const t = useText()
  // Few visitors ever read these words, so the document does not carry them.
  const { isComplete } = useTextsState()
  if (reason === 'unknown') return <Navigate to={notFound()} replace />
  if (reason === 'waiting' || !isComplete) {
    return (
      <div className={styles.stop}>
        <Skeleton lines={4} label={t('common_loading')} />
      </div>
    )
  }
  return (
    <div className={styles.stop}>
      {reason === 'no-token' && (
        <Notice kind="caution" title={t('order_stop_token_title')}>
          <p>{t('order_stop_token')}</p>
        </Notice>
      )}
      {reason === 'no-product' && (
        <Notice kind="caution" title={t('order_stop_product_title')}>
          <p>{t('order_stop_product')}</p>
        </Notice>
      )}
    </div>
  )
}
