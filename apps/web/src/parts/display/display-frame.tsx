import { useEffect } from 'react'
import type { CSSProperties, ReactElement, ReactNode } from 'react'

import { useTextsState } from '../../i18n/texts.tsx'
import { useWakeLock } from '../ticket/use-wake-lock.ts'
import { useSite } from '../../page/first-view-context.ts'
import styles from './display-frame.module.css'

interface DisplayFrameProps {
  /** The store's time, in ms since 1970. */
  readonly now: number
  /** A pointer is shown where somebody has to type or press something. */
  readonly hasPointer?: boolean
  readonly children: ReactNode
}

/** In ms: so often a display that could not load its words asks for them again. */
const WORDS_EVERY_MS = 15_000

/** The whole window of a display that is on day and night: in the colours of its site, dark, and never quite at the same place. */
export function DisplayFrame({ now, hasPointer = false, children }: DisplayFrameProps): ReactElement {
  useWakeLock(true)
  const { isComplete, retry } = useTextsState()
  useEffect(() => {
    if (retry === null) return
    const timer = setInterval(retry, WORDS_EVERY_MS)
    return () => clearInterval(timer)
  }, [retry])
  return (
    <div
      className={styles.frame}
      data-scheme={useSite().look.scheme}
      data-pointer={hasPointer}
      style={shiftAt(now)}
    >
      <div className={styles.stage}>{isComplete && children}</div>
    </div>
  )
}

/** In minutes; they have no common divisor, so that the same place comes back after hours. */
const [PERIOD_X, PERIOD_Y] = [17, 23]

/** Where the picture is at a moment, from -1 to 1 in both directions: pixels that always show the same wear out. */
function shiftAt(now: number): CSSProperties {
  const minute = Math.floor(now / 60_000)
  const at = (period: number): string => Math.sin((2 * Math.PI * minute) / period).toFixed(3)
  return Object.fromEntries([
    ['--shift-x', at(PERIOD_X)],
    ['--shift-y', at(PERIOD_Y)],
  ])
}
