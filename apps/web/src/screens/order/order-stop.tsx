import type { ReactElement } from 'react'

import { notFound } from '../../page/redirects.ts'
import { Navigate } from '../../page/router.tsx'
import { useText, useTextsState } from '../../i18n/texts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './order-screen.module.css'
import type { OrderStopReason } from './use-order-stop.ts'
import { WayIn } from './way-in.tsx'

/** Replaces the order where something is required in the address: no product, no calendar. */
export function OrderStop({ reason }: { readonly reason: OrderStopReason }): ReactElement {
  // Few visitors ever read these words, so the document does not carry them.
  const { isComplete } = useTextsState()
  if (reason === 'unknown') return <Navigate to={notFound()} replace />
  return (
    <div className={styles.stop}>
      {reason === 'waiting' || !isComplete ? (
        <Waiting />
      ) : (
        <WayIn missing={reason === 'no-token' ? 'token' : 'product'} />
      )}
    </div>
  )
}

function Waiting(): ReactElement {
  const t = useText()
  return <Skeleton lines={4} label={t('common_loading')} />
}
