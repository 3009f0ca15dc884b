import { lazy, Suspense } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import styles from './hero.module.css'
import { loadRest } from './load-rest.ts'

/** In the chunk of the choices below the day: it is read in the server's markup, and pressed once that chunk is there. */
const FirstDay = lazy(async () => ({ default: (await loadRest()).FirstDay }))

/**
 * One element for good: until its code has arrived, React keeps what the server wrote, unless somebody renders it anew. Then the words of the
 * opening would fall and rise again.
 */
const firstDay = (
  <Suspense fallback={null}>
    <FirstDay />
  </Suspense>
)

/** Widths of names, in wide letters: of one line in large letters, of one line, of two lines; anything else is long. */
const MOST_LETTERS = { tiny: 6, short: 10, medium: 18 } as const

/**
 * The opening: the house's name in its own face over, beside or below its picture, its line, and the first day that can be booked. Where
 * they stand is the house's choice (`look.opening`); the words and their order are the same everywhere.
 */
export function Hero(): ReactElement {
  const t = useText()
  const { heroImage, name, tagline } = useSite()
  return (
    <div className={styles.hero}>
      {heroImage !== null && (
        <img
          className={styles.picture}
          src={heroImage}
          width={1600}
          height={720}
          alt=""
          fetchPriority="high"
        />
      )}
      <div className={styles.words}>
        <h1 tabIndex={-1}>
          <span className={styles.what}>{t('order_title')}</span>{' '}
          <span className={`face ${styles.name}`} data-length={lengthOf(name)}>
            {name}
          </span>
        </h1>
        <p className={`face ${styles.tagline}`}>{tagline}</p>
        {firstDay}
      </div>
    </div>
  )
}

/** Letters of Chinese, Japanese and Korean are about twice as wide as others. */
function lengthOf(name: string): keyof typeof MOST_LETTERS | 'long' {
  const isWide = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7ff]/
  const width = Array.from(name).reduce((sum, letter) => sum + (isWide.test(letter) ? 1 : 0.55), 0)
  if (width <= MOST_LETTERS.tiny) return 'tiny'
  if (width <= MOST_LETTERS.short) return 'short'
  return width <= MOST_LETTERS.medium ? 'medium' : 'long'
}
