/** The facts of a visit that was paid. */
export interface VisitFacts {
  /** Tickets that were issued, those among them that nobody gave back, and those of these whose holders are inside. */
  readonly tickets: number
  readonly left: number
  readonly inside: number
  /** Yen that the tickets that are left cost. */
  readonly yenKept: number
  /** Whether any money went back, or is on its way. */
  readonly hasRefunds: boolean
  /** Whether it is at another day or time than the one that was bought. */
  readonly isMoved: boolean
  /** Whether the house cancelled it at the time that it has now: one that was moved since is another visit. */
  readonly isCancelled: boolean
  /** Milliseconds since 1970. */
  readonly endsAtMs: number
}

export const VISIT_STATES = ['to come', 'inside', 'over', 'given back', 'cancelled by the house'] as const

export type VisitState = (typeof VISIT_STATES)[number]

/** A visit as somebody at the desk has to know it. */
export interface VisitNow {
  readonly state: VisitState
  readonly isMoved: boolean
  readonly isGivenBackInPart: boolean
  readonly ticketsLeft: number
  readonly yenKept: number
}

export function judgeVisit(facts: VisitFacts, nowMs: number): VisitNow {
  const { tickets, left, yenKept, hasRefunds, isMoved } = facts
  return {
    state: stateOf(facts, nowMs),
    isMoved,
    isGivenBackInPart: left > 0 && (left < tickets || hasRefunds),
    ticketsLeft: left,
    yenKept,
  }
}

function stateOf({ left, inside, isCancelled, endsAtMs }: VisitFacts, nowMs: number): VisitState {
  if (isCancelled) return 'cancelled by the house'
  if (left === 0) return 'given back'
  if (nowMs >= endsAtMs) return 'over'
  return inside > 0 ? 'inside' : 'to come'
}

/** `to come, moved, given back in part`. */
export function visitWords({ state, isMoved, isGivenBackInPart }: VisitNow): string {
  return [state, ...(isMoved ? ['moved'] : []), ...(isGivenBackInPart ? ['given back in part'] : [])].join(
    ', ',
  )
}
