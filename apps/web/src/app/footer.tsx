import type { ReactNode } from 'react'

import { useText } from '../i18n/texts.tsx'
import { useSite } from '../page/first-view-context.ts'
import { reservationInquiry } from '../page/redirects.ts'
import { Link } from '../page/router.tsx'
import styles from './shell.module.css'

/** Pages of the house: what guests ask before they come, and what the law asks. */
const PAGES = ['visiting', 'terms', 'privacy', 'specified'] as const

export function Footer(): ReactNode {
  const t = useText()
  const { footer, name } = useSite()
  if (footer.disabled) return null
  return (
    <footer className={styles.footer} data-print="no">
      <p className={styles.inquiry}>
        <Link to={reservationInquiry()}>{t('common_inquiry')}</Link>
      </p>
      <nav aria-label={t('common_legal_links')}>
        {PAGES.map(page => (
          <Link key={page} to={`/${page}`}>
            {t(`common_${page}`)}
          </Link>
        ))}
      </nav>
      <p>
        <span>{name}</span> <a href={`tel:${t('site_phone')}`}>{t('site_phone')}</a>{' '}
        <a href={`mailto:${t('site_email')}`}>{t('site_email')}</a>
      </p>
      {footer.showBrand && <p>{t('common_powered_by', { name: 'Kippu' })}</p>}
    </footer>
  )
}
