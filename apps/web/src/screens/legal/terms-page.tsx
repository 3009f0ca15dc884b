import type { ReactElement } from 'react'

import { Link } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { LegalPage, ResaleSection, Section } from './legal-page.tsx'

/** `/terms`: the terms that a buyer agrees to. */
export function TermsPage(): ReactElement {
  const t = useText()
  return (
    <LegalPage title={t('terms_title')} lead={t('terms_lead', { seller: t('site_seller') })}>
      <Section title={t('terms_contract_title')} text={t('terms_contract')} />
      <Section title={t('terms_ticket_title')} text={t('terms_ticket')} />
      <Section title={t('terms_price_title')} text={t('terms_price')} />
      <Section title={t('terms_entry_title')} text={`${t('site_visit_conditions')}\n${t('terms_entry')}`} />
      <Section
        title={t('terms_cancellation_title')}
        text={`${t('site_cancellation')}\n${t('terms_closure')}`}
      />
      <ResaleSection />
      <Section title={t('terms_forbidden_title')} text={t('terms_forbidden')} />
      <Section title={t('terms_liability_title')} text={t('terms_liability')} />
      <Section title={t('terms_changes_title')} text={t('terms_changes')} />
      <Section title={t('terms_law_title')} text={t('terms_law')} />
      <p>
        <Link to="/privacy">{t('common_privacy')}</Link>
      </p>
    </LegalPage>
  )
}
