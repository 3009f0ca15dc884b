import type { TimeChange } from '@kippu/contract/time-changes'
import type { ComponentProps, ReactElement } from 'react'

import { HeldTimer } from '../../checkout/hold/hold-timer.tsx'
import type { Held } from '../../checkout/hold/use-hold.ts'
import { StepPage } from '../../checkout/page/step-page.tsx'
import { ChangeRecap } from './change-recap.tsx'
import { timeChangeKey } from '../state/time-change-key.ts'

interface ChangePageProps extends Omit<ComponentProps<typeof StepPage>, 'aside'> {
  readonly change: TimeChange
  /** The token of the change. */
  readonly token: string
  /** The page itself shows the two visits. */
  readonly isWhole?: boolean
}

/** A step of a change of time: its title and content, and beside them the two visits and how long the new places are held. */
export function ChangePage({ change, token, isWhole = false, ...props }: ChangePageProps): ReactElement {
  const held: Held = {
    token,
    queryKey: timeChangeKey(token),
    expires_at: change.expires_at,
    extensions_left: change.extensions_left,
    isHeld: true,
    isBeingPaid: change.status === 'waiting',
  }
  const aside = (
    <>
      <HeldTimer held={held} />
      {!isWhole && <ChangeRecap change={change} />}
    </>
  )
  return <StepPage {...props} aside={aside} />
}
