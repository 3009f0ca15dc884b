import type { ReactElement } from 'react'

import styles from './skeleton.module.css'

interface SkeletonProps {
  /** Number of text lines to reserve room for. */
  readonly lines?: number
  readonly label: string
}

/** Reserves the room of content that is still loading. */
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
