import type { ReactElement } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useText } from '../../i18n/texts.tsx'
import styles from './hero.module.css'

/** The venue, shown above its shop: picture, words, title of the page. */
export function Hero(): ReactElement {
  const t = useText()
  const { heroImage, name, tagline } = useSite()
  return (
    <div className={styles.hero}>
      {heroImage !== null && <img src={heroImage} alt="" fetchPriority="high" />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <h1 tabIndex={-1}>{t('order_title')}</h1>
        <p className={styles.tagline}>{tagline}</p>
      </div>
    </div>
  )
}
