import type { ReactNode } from 'react'

import { useCount, useTextsState } from '../../i18n/texts.tsx'
import { HoldLine } from '../../parts/checkout/hold/hold-line.tsx'
import { useTimeLeft } from '../../parts/checkout/hold/use-hold.ts'
import { useHeldOrder } from './use-held-order.ts'

const MINUTE = 60_000

/**
 * How long the own order still holds its tickets, for a visitor who came back to choose anew (S-1.17). Its end takes
 * nothing away from this page, where the choices are still being made: the line is gone, and that is all.
 */
export function HeldNote(): ReactNode {
  const held = useHeldOrder()
  return held === null ? null : <MinutesLeft expiresAt={held.expiresAt} />
}

function MinutesLeft({ expiresAt }: { readonly expiresAt: string }): ReactNode {
  const count = useCount()
  const { isComplete } = useTextsState()
  const minutes = Math.ceil(useTimeLeft({ expires_at: expiresAt }) / MINUTE)
  return isComplete && minutes > 0 && <HoldLine words={count('hold_minutes_left', minutes)} />
}
