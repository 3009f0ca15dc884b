import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement, ReactNode } from 'react'
import { Link, Navigate } from '../../../page/router.tsx'

import { useText } from '../../../i18n/texts.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PaidOrder } from '../../payable/payable.ts'
import { isGone, useCurrentOrder } from './current-order.ts'
import { openPayment, waitingPage } from './open-payment.ts'
import { useRememberedChoices } from './remember-choices.ts'
import { useStart } from './to-order-link.tsx'
import { useFocusOnTitle } from './use-focus-on-title.ts'

interface WithOrderProps {
  readonly title: ReactNode
  /** The kind of order: the one of the web, or the one at the door. */
  readonly paid?: PaidOrder
  readonly children: (order: TemporaryOrder, token: string) => ReactNode
}

/**
 * A screen that needs an order: a visitor without one starts at the order page. An order that can no longer be paid was
 * perhaps bought meanwhile: the visitor goes to its payment, which ends at the completion page.
 */
export function WithOrder({ title, paid = 'order', children }: WithOrderProps): ReactNode {
  const { token, order } = useCurrentOrder(paid)
  const payment = openPayment(paid)
  const t = useText()
  useFocusOnTitle(order.data === undefined ? undefined : 'read')
  useRememberedChoices(order.data, paid)
  const start = useStart(paid)
  if (token === null) return <Navigate to={start} replace />
  if (payment !== null && isGone(order.error)) return <Navigate to={waitingPage(payment, paid)} replace />
  if (order.data !== undefined) return children(order.data, token)
  if (order.isError) return <NoOrder title={title} start={start} retry={() => void order.refetch()} />
  return (
    <Page title={title}>
      <Skeleton lines={6} label={t('common_loading')} />
    </Page>
  )
}

interface NoOrderProps {
  readonly title: ReactNode
  readonly start: string
  readonly retry: () => void
}

/** The dialog has said why; behind it the visitor finds two ways on. */
function NoOrder({ title, start, retry }: NoOrderProps): ReactElement {
  const t = useText()
  return (
    <Page title={title}>
      <Button look="plain" onClick={retry}>
        {t('common_retry')}
      </Button>
      <Link to={start} className={buttonLook('quiet')}>
        {t('common_to_order')}
      </Link>
    </Page>
  )
}
