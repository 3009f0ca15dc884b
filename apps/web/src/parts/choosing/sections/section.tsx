import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ChoiceKind } from '../choice/choice-kind.ts'
import type { MissingChoice } from '../choice/order-choice.ts'
import type { Guide } from '../choice/guide.ts'
import styles from './sections.module.css'

interface SectionProps {
  readonly id: ChoiceKind
  readonly title: string
  /** The choice that was missing when the visitor tried to go on, if any. */
  readonly missing: MissingChoice | null
  /** None where every choice is open at any width. */
  readonly guide: Guide | undefined
  /** The choice, in one line; undefined while there is none. */
  readonly chosen?: string | undefined
  /** Something is wrong with what is chosen: it can't fold. */
  readonly isUnsettled?: boolean
  readonly children: ReactNode
}

/**
 * One choice of the page. On a narrow screen it folds to one line when it is made, and is its title alone while others come
 * first; the style sheet does it, so the server's markup is right at any width. If it was missing, its title takes the
 * focus and says what to choose.
 */
export function Section(props: SectionProps): ReactElement {
  const { id, title, missing, guide, chosen, isUnsettled = false, children } = props
  const t = useText()
  const isMissing = missing === id || (missing === 'places' && id === 'tickets')
  const isOpen = guide === undefined || isMissing || isUnsettled || guide.isOpen(id)
  const state = isOpen ? 'open' : chosen === undefined ? 'later' : 'folded'
  return (
    <section className={styles.section} data-choice={state}>
      <div className={styles.head}>
        <h2 id={`choose-${id}`} className="face" tabIndex={-1}>
          {title}
        </h2>
        {state === 'folded' && (
          <>
            <p className={styles.chosen}>{chosen}</p>
            <button type="button" className={styles.change} onClick={() => guide?.reopen(id)}>
              {t('common_change')}
              <span className="visually-hidden">{` ${title}`}</span>
            </button>
          </>
        )}
      </div>
      <div className={styles.body}>
        {missing === id && <Notice kind="error">{t(`order_missing_${id}`)}</Notice>}
        {children}
      </div>
    </section>
  )
}
