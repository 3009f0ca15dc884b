import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './house.module.css'

/**
 * The contact of the house: the seller by telephone and mail, from the statements that the law requires of the site.
 * @param why who is helped by it.
 */
export function HouseContact({ why }: { readonly why?: string }): ReactElement {
  const t = useText()
  return (
    <section className={styles.contact}>
      <h2>{t('error_contact_title')}</h2>
      {why !== undefined && <p>{why}</p>}
      <p>{t('site_seller')}</p>
      <p>
        <a href={`tel:${t('site_phone').replaceAll('-', '')}`}>{t('site_phone')}</a>{' '}
        <span>{t('site_phone_hours')}</span>
      </p>
      <p>
        <a href={`mailto:${t('site_email')}`}>{t('site_email')}</a>
      </p>
    </section>
  )
}
