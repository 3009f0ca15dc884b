import type { ChangeFault } from '@kippu/domain/time-change'

import { MAY_BE_MOVED } from '../../orders/life/change-end.ts'
import type { Refused, RefundRefusal } from '../../payments/refunds/sold-visit.ts'
import type { TouchedVisit } from './touched-visits.ts'

/** The message of the letter about a cancelled visit: the money goes back, it may be moved, or the house will write. */
type CancellationLetter = 'refund' | 'move' | 'contact'

export interface EndedItem {
  readonly state: 'refunding' | 'done' | 'failed' | 'needs_person'
  readonly code: string
  /** Queued with it, unless it has had one; also after the house said that it would write, where the visit may be moved after all. */
  readonly letter?: CancellationLetter
  readonly refundRequestId?: string
}

/** The end of a reservation of a cancellation, or another look later. */
export type JudgedItem = EndedItem | { readonly state: 'waiting'; readonly code: string }

export function forPerson(code: string): EndedItem {
  return { state: 'needs_person', code, letter: 'contact' }
}

/** By how many of its tickets were used; null where none was. */
export function judgeUse({ used, tickets }: Pick<TouchedVisit, 'used' | 'tickets'>): EndedItem | null {
  if (used === tickets.length) return { state: 'done', code: 'took place' }
  // Somebody came with a part of it: a person knows what that means.
  return used > 0 ? { state: 'needs_person', code: 'ticket was used' } : null
}

/** The refusals that pass by themselves. */
const PASSING: ReadonlySet<RefundRefusal> = new Set([
  // A ticket was given back, or somebody entered, since it was looked at.
  'no such ticket',
  'ticket is revoked already',
  'ticket was used',
  'another time is being paid for',
  'the visit has moved',
  'another refund is under way',
  'payment is not captured yet',
  'payment is being given back or released',
])

/** After so many tries, in more than an hour, a person is needed. */
const MOST_TRIES = 40

/** By why its refund was refused. */
export function judgeRefusal({ why, dispute }: Pick<Refused, 'why' | 'dispute'>, tries: number): JudgedItem {
  if (PASSING.has(why) && tries < MOST_TRIES) return { state: 'waiting', code: why }
  if (dispute !== undefined) return forPerson(`${why}: ${dispute}`)
  // Nobody can say what would go back, or to whom.
  return forPerson(why === 'nothing was paid' ? 'the store knows no payment of it' : why)
}

/** By why it cannot be moved. */
export function judgeFault(fault: ChangeFault | null): JudgedItem {
  if (fault === null) return { state: 'done', code: MAY_BE_MOVED, letter: 'move' }
  // Another look says what became of it.
  const passes = fault === 'being_paid' || fault === 'used' || fault === 'cancelled'
  return passes ? { state: 'waiting', code: fault } : forPerson(fault)
}

const LONGEST_WAIT_SECONDS = 120

/** Until the next look, in seconds: each time longer. */
export function waitAfter(tries: number): number {
  return Math.min(LONGEST_WAIT_SECONDS, 2 ** Math.min(tries, 10))
}

/** Whether a letter is the first or the second one of its buyer; null where nothing is to be sent. */
export function placeOfLetter(
  had: string | null,
  letter: CancellationLetter | undefined,
): 'first' | 'second' | null {
  if (letter === undefined) return null
  if (had === null) return 'first'
  // The house said that it would write, and the visit may be moved after all.
  return letter === 'move' && had === 'contact' ? 'second' : null
}
