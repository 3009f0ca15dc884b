import type { ReactElement } from 'react'

import { Icon } from './icon.tsx'
import styles from './step-list.module.css'

interface StepListProps {
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the step that the visitor is on. */
  readonly current: number
  /** `3/5` in words, read before the name of the current step. */
  readonly progress: string
}

/** The named steps of a process. A narrow screen spells out only the current one. */
export function StepList({ label, steps, current, progress }: StepListProps): ReactElement {
  return (
    <nav className={styles.nav} aria-label={label} data-print="no">
      <ol className={styles.list}>
        {steps.map((name, index) => (
          <li
            key={`${index}-${name}`}
            className={index < current ? styles.done : index === current ? styles.current : styles.ahead}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < current ? <Icon name="check" /> : index + 1}
            </span>
            <span className={styles.name}>
              {index === current && <span className="visually-hidden">{`${progress}: `}</span>}
              <span>{name}</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
