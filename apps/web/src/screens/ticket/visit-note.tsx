import type { ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './ticket-screen.module.css'

/** The venue's requests to visitors before they come, in its own words. */
export function VisitNote(): ReactNode {
  const t = useText()
  const conditions = t('site_visit_conditions')
  if (conditions === '') return null
  return (
    <section className={styles.note}>
      <h2>{t('ticket_conditions')}</h2>
      <p>{conditions}</p>
    </section>
  )
}
