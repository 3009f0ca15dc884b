import type { VisitShown } from '@kippu/contract/console/orders'
import type { OrderStatus } from '@kippu/domain/states/order'
import type { ReactNode } from 'react'

import { useLanguage } from '../language'
import { STATUS_WORDS, VISIT_WORDS } from '../shown-words'

interface VisitStateProps {
  readonly status: OrderStatus
  readonly visit: VisitShown | null
}

/** The state of the visit; before it is paid, that of the order. */
export function VisitState({ status, visit }: VisitStateProps): ReactNode {
  const { say, pick } = useLanguage()
  if (visit === null) return <span className="mark">{pick(STATUS_WORDS[status])}</span>
  const isBad = visit.state === 'given back' || visit.state === 'cancelled by the house'
  return (
    <>
      <span className={isBad ? 'mark mark-bad' : 'mark'}>{pick(VISIT_WORDS[visit.state])}</span>
      {visit.is_moved ? <span className="mark">{say('isMoved')}</span> : null}
      {visit.is_given_back_in_part ? <span className="mark mark-bad">{say('backInPart')}</span> : null}
    </>
  )
}
