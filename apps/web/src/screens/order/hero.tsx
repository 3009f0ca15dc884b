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
const TINY = 6
const SHORT = 10
const MEDIUM = 18

/**
 * The opening: the house's name in its own face over, beside or below its picture, its line, and the first day that can be booked. Where
 * they stand is the house's choice (`look.opening`); the words and their order are the same everywhere.
 */
export function Hero(): ReactElement {
  const t = useText()
  const { heroImage, copies, name, tagline } = useSite()
  return (
    <div className={styles.hero}>
      <img className={styles.picture} src={heroImage} srcSet={copies[heroImage]} alt="" />
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
function lengthOf(name: string): 'tiny' | 'short' | 'medium' | 'long' {
  const isWide = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7ff]/
  let width = 0
  for (const letter of name) width += isWide.test(letter) ? 1 : 0.55
  if (width <= TINY) return 'tiny'
  if (width <= SHORT) return 'short'
  return width <= MEDIUM ? 'medium' : 'long'
}
