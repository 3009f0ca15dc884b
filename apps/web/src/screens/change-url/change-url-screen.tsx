import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'

/** `/change-url`: a link to tickets from before a date change. */
export function ChangeUrlScreen(): ReactElement {
  const t = useText()
  return (
    <HousePage title={t('change_url_title')} lead={t('change_url_message')}>
      <p>
        <InquiryLink look="primary" /> <ToOrderLink look="quiet" />
      </p>
    </HousePage>
  )
}
