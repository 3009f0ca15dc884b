import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { HouseContact } from '../../parts/house/house-contact.tsx'
import { Page } from '../../ui/page.tsx'
import { InquiryForm } from './inquiry-form.tsx'

/** `/reservation-inquiry`: a buyer who has lost the link finds their tickets by address and number. */
export function InquiryScreen(): ReactElement {
  const t = useText()
  return (
    <Page title={t('common_inquiry')} lead={t('inquiry_lead')}>
      <InquiryForm />
      <HouseContact why={t('inquiry_unknown_number')} />
    </Page>
  )
}
