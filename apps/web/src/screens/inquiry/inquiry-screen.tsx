import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Page } from '../../ui/page.tsx'
import { InquiryForm } from './inquiry-form.tsx'

/** `/reservation-inquiry`: a buyer who has lost the link finds their tickets by address and number. */
export function InquiryScreen(): ReactElement {
  const t = useText()
  return (
    <Page title={t('common_inquiry')} lead={t('inquiry_lead')}>
      <InquiryForm />
      <section>
        <h2>{t('error_contact_title')}</h2>
        <p>{t('inquiry_unknown_number')}</p>
        <p>
          <a href={`tel:${t('site_phone').replaceAll('-', '')}`}>{t('site_phone')}</a> {t('site_phone_hours')}
        </p>
        <p>
          <a href={`mailto:${t('site_email')}`}>{t('site_email')}</a>
        </p>
      </section>
    </Page>
  )
}
