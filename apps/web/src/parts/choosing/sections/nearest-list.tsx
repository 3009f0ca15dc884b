import { useId } from 'react'
import type { ReactElement } from 'react'

import styles from './nearest-list.module.css'

/** A time or a day that has room. */
interface Proposal {
  readonly key: string | number
  readonly words: string
  readonly onChoose: () => void
}

interface NearestListProps {
  readonly title: string
  readonly proposals: readonly Proposal[]
}

/** Times and days in the place of what is sold out, each at one press; nothing where there are none. */
export function NearestList({ title, proposals }: NearestListProps): ReactElement | null {
  const id = useId()
  if (proposals.length === 0) return null
  return (
    <section className={styles.nearest} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul>
        {proposals.map(({ key, words, onChoose }) => (
          <li key={key}>
            <button type="button" onClick={onChoose}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
