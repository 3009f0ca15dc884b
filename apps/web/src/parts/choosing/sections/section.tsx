import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../../i18n/texts.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ChoiceKind, MissingChoice } from '../choice/order-choice.ts'
import styles from './sections.module.css'

interface SectionProps {
  readonly id: ChoiceKind
  readonly title: string
  /** The choice that was missing when the visitor tried to go on, if any. */
  readonly missing: MissingChoice | null
  readonly children: ReactNode
}

/** One choice of the page. If it was missing, its title takes the focus and says what to choose. */
export function Section({ id, title, missing, children }: SectionProps): ReactElement {
  const t = useText()
  return (
    <section className={styles.section}>
      <h2 id={`choose-${id}`} className="face" tabIndex={-1}>
        {title}
      </h2>
      {missing === id && <Notice kind="error">{t(`order_missing_${id}`)}</Notice>}
      {children}
    </section>
  )
}
