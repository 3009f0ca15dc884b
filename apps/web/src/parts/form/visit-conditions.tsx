import type { ReactElement } from 'react'

import { Link } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import styles from './customer-form.module.css'

interface VisitConditionsProps {
  readonly caution: string | null
}

/** The conditions that a buyer agrees to, in full and in place. */
export function VisitConditions({ caution }: VisitConditionsProps): ReactElement {
  const t = useText()
  return (
    <section className={styles.conditions}>
      <h2>{t('sign_in_terms_title')}</h2>
      <ul>
        <li>{t('sign_in_terms_entry')}</li>
        <li>{t('sign_in_terms_refund')}</li>
        <li>{t('sign_in_terms_resale')}</li>
        <li>{t('sign_in_terms_data')}</li>
        {caution !== null && <li>{caution}</li>}
      </ul>
      <p>
        <NewTabLink to="/terms" words={t('sign_in_terms_link')} />
        <NewTabLink to="/privacy" words={t('sign_in_privacy_link')} />
      </p>
    </section>
  )
}

/** Opens in a new tab, so that reading it loses no input of the form. */
function NewTabLink({ to, words }: { readonly to: string; readonly words: string }): ReactElement {
  const t = useText()
  return (
    <Link to={to} target="_blank" rel="noopener">
      <span>{words}</span> <span>{t('sign_in_new_tab')}</span>
    </Link>
  )
}
