import type { ReactElement, ReactNode } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import { Page } from '../../ui/page.tsx'
import { Prose } from '../../ui/prose.tsx'
import styles from './legal.module.css'

interface LegalPageProps {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}

/** The frame of a legal page. Its children are sections. */
export function LegalPage({ title, lead, children }: LegalPageProps): ReactElement {
  return (
    <Page title={title}>
      <div className={styles.legal}>
        {lead !== undefined && <p>{lead}</p>}
        {children}
      </div>
    </Page>
  )
}

interface SectionProps {
  readonly title: string
  readonly text: string
}

export function Section({ title, text }: SectionProps): ReactElement {
  return (
    <section>
      <h2>{title}</h2>
      <Prose text={text} />
    </section>
  )
}

/** The section on resale: whether a ticket may be given or sold to another person. For the seller's page and the terms. */
export function ResaleSection(): ReactElement {
  const t = useText()
  return <Section title={t('legal_resale_title')} text={t('legal_resale')} />
}

/**
 * The section that 電気通信事業法 (the Telecommunications Business Act) requires, on the data that the browser sends to third
 * parties. For the seller's page and the privacy policy.
 */
export function DataTransmissionSection(): ReactElement {
  const t = useText()
  const { deviceFingerprintScript, tagManagerScript, adTrackerScript } = useSite()
  const parts = [
    // Stored for each site: it names the payment providers of the site. The notices about the site's external scripts are
    // added here.
    t('site_transmission'),
    ...(deviceFingerprintScript === null ? [] : [t('transmission_device')]),
    ...(tagManagerScript === null ? [] : [t('transmission_tag_manager')]),
    ...(adTrackerScript === null
      ? []
      : [t('transmission_ad_tracker', { host: new URL(adTrackerScript).hostname })]),
  ]
  return <Section title={t('legal_transmission_title')} text={parts.join('\n')} />
}
