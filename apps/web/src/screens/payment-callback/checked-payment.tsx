import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { ToKeptTickets } from '../../parts/time-change/page/to-tickets.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The page that waits until it is known how a payment ended. */
export function CheckedPayment({ isSlow }: { readonly isSlow: boolean }): ReactElement {
  const t = useText()
  return (
    <Page title={t('payment_checking_title')} lead={t('payment_checking_lead')}>
      <Skeleton lines={2} label={t('common_loading')} />
      {isSlow && <output>{t('payment_checking_slow')}</output>}
      {isSlow && <ToKeptTickets />}
    </Page>
  )
}
