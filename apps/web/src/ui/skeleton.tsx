import type { ReactElement } from 'react'

import styles from './skeleton.module.css'

interface SkeletonProps {
  /** Lines of text to keep room for. */
  readonly lines?: number
  readonly label: string
}

/** Keeps the room of what is still being loaded. */
export function Skeleton({ lines = 3, label }: SkeletonProps): ReactElement {
  return (
    <output className={styles.skeleton}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </output>
  )
}
