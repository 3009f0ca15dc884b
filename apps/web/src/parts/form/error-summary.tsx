import { useEffect, useId, useRef } from 'react'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './error-summary.module.css'

export interface FieldProblem {
  /** Id of the input. */
  readonly id: string
  readonly label: string
  readonly message: string
}

interface ErrorSummaryProps {
  readonly problems: readonly FieldProblem[]
  /** Changes with every failed attempt, so that the focus returns to the summary. */
  readonly attempt: number
}

/**
 * All errors, at the top, each a link to its field. It takes the focus, which reads it out, and the title of the page mentions it. It is no
 * live region: every answer that is mended would read out all others again.
 */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps): ReactElement {
  const t = useText()
  const box = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => box.current?.focus(), [attempt])
  const prefix = t('common_error_prefix')
  useEffect(() => {
    const title = document.title
    document.title = prefix + title
    return () => {
      document.title = title
    }
  }, [prefix])
  return (
    <section
      ref={box}
      className={styles.summary}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-problems`}
      tabIndex={-1}
    >
      <h2 id={`${id}-title`}>
        <Icon name="warning" /> {t('common_error_summary_title')}
      </h2>
      <ul id={`${id}-problems`}>
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={event => {
                // The hash belongs to the router, so the link moves the focus itself.
                event.preventDefault()
                goToField(id)
              }}
            >
              {`${label}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function goToField(id: string): void {
  const field = document.getElementById(id)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.focus()
}
