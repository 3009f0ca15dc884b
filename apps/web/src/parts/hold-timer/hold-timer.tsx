import { epochMsOf } from '@kippu/domain/jst-date'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'

import { useCount, useText } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './hold-timer.module.css'

/** How often the clock is looked at, in ms: the time is told in minutes, never in ticking seconds. */
const LOOK_EVERY = 5000
/** Minutes left at which it is said aloud (WCAG 2.2.1). */
const SAID_AT = [5, 1]

interface HoldTimerProps {
  /** When the hold ends, date-time in +09:00: `expires_at` of the order. */
  readonly expiresAt: string
}

/**
 * How long the tickets are still held. When the time is over it only says so: the next call answers
 * `session_timeout`, and the failure handler does the rest.
 */
export function HoldTimer({ expiresAt }: HoldTimerProps): ReactElement {
  const t = useText()
  const count = useCount()
  const minutes = useMinutesLeft(expiresAt)
  const words = minutes === 0 ? t('hold_ended') : count('hold_minutes_left', minutes)
  return (
    <p className={styles.timer}>
      <Icon name="clock" />
      <span>{words}</span>
      <output className="visually-hidden">{SAID_AT.includes(minutes) || minutes === 0 ? words : ''}</output>
    </p>
  )
}

/** Whole minutes until then, rounded up; 0 when it is over. */
function useMinutesLeft(expiresAt: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((epochMsOf(expiresAt) - now) / 60_000))
}
