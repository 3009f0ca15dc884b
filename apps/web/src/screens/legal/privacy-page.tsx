import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { DataTransmissionSection, LegalPage, Section } from './legal-page.tsx'

/** `/privacy`: how the store uses the information that visitors give. */
export function PrivacyPage(): ReactElement {
  const t = useText()
  const seller = t('site_seller')
  const contact = {
    seller,
    representative: t('site_representative'),
    address: t('site_address'),
    phone: t('site_phone'),
    hours: t('site_phone_hours'),
    email: t('site_email'),
  }
  return (
    <LegalPage title={t('privacy_title')} lead={t('privacy_lead', { seller })}>
      <Section title={t('privacy_collected_title')} text={t('privacy_collected')} />
      <Section title={t('privacy_purposes_title')} text={t('privacy_purposes')} />
      <Section title={t('privacy_sharing_title')} text={t('privacy_sharing')} />
      <Section title={t('privacy_safety_title')} text={t('privacy_safety')} />
      <Section title={t('privacy_cookies_title')} text={t('privacy_cookies')} />
      <DataTransmissionSection />
      <Section title={t('privacy_rights_title')} text={t('privacy_rights')} />
      <Section title={t('privacy_changes_title')} text={t('privacy_changes')} />
      <Section title={t('privacy_contact_title')} text={t('privacy_contact', contact)} />
    </LegalPage>
  )
}
