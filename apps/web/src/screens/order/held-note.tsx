import type { ReactNode } from 'react'

import { useCount, useTextsState } from '../../i18n/texts.tsx'
import { HoldLine } from '../../parts/checkout/hold/hold-line.tsx'
import { useTimeLeft } from '../../parts/checkout/hold/use-hold.ts'
import { useOwnOrder } from './use-own-order.ts'

const MINUTE = 60_000

/**
 * How long the visitor's own order still holds its tickets, shown when they come back to choose again. When the hold
 * ends, only this line disappears: the choices on the page stay.
 */
export function HeldNote(): ReactNode {
  const held = useOwnOrder()
  return held === null || held.isHeld === false ? null : <MinutesLeft expiresAt={held.expiresAt} />
}

function MinutesLeft({ expiresAt }: { readonly expiresAt: string }): ReactNode {
  const count = useCount()
  const { isComplete } = useTextsState()
  const minutes = Math.ceil(useTimeLeft({ expires_at: expiresAt }) / MINUTE)
  return isComplete && minutes > 0 && <HoldLine words={count('hold_minutes_left', minutes)} />
}
