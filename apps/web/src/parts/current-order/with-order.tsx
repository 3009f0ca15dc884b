import type { TemporaryOrder } from '@kippu/contract/orders'
import { useEffect } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { Link, Navigate } from '../../app/router.tsx'

import { mainOrder } from '../../app/redirects.ts'
import { useText } from '../../i18n/texts.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCurrentOrder } from './current-order.ts'
import { useRememberedChoices } from './remember-choices.ts'

interface WithOrderProps {
  readonly title: string
  readonly children: (order: TemporaryOrder, token: string) => ReactNode
}

/** A screen that needs the order begun before: whoever comes without one starts at the order page. */
export function WithOrder({ title, children }: WithOrderProps): ReactNode {
  const { token, order } = useCurrentOrder()
  const t = useText()
  useFocusOnTitle(order.data !== undefined)
  useRememberedChoices(order.data)
  if (token === null) return <Navigate to={mainOrder()} replace />
  if (order.data !== undefined) return children(order.data, token)
  if (order.isError) return <NoOrder title={title} retry={() => void order.refetch()} />
  return (
    <Page title={title}>
      <Skeleton lines={6} label={t('common_loading')} />
    </Page>
  )
}

/** The title that took the focus on arrival goes with the waiting screen: the one that comes takes it over. */
function useFocusOnTitle(isRead: boolean): void {
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isRead && isLost) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [isRead])
}

/** The dialog has said why; behind it the visitor finds two ways on. */
function NoOrder({ title, retry }: { readonly title: string; readonly retry: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={title}>
      <Button look="plain" onClick={retry}>
        {t('common_retry')}
      </Button>
      <Link to={mainOrder()} className={buttonLook('quiet')}>
        {t('common_to_order')}
      </Link>
    </Page>
  )
}
