import { type CountedKind, mayPart } from './companions.ts'
import { entryOf } from './known.ts'

/** How tickets of a party pass into other hands: what may be chosen, and what the receiver is told of the giver. */

/** Characters, as a reader counts them, of the name that a giver signs with, and of their message. */
export const LONGEST_GIVER_NAME = 40
export const LONGEST_SHARE_MESSAGE = 300

/** The kind of a token that stands for a part of a reservation in the place of the reservation's own. */
export const SHARED_PART_PREFIX = 'shd'

/** Whether a token opens the part of a reservation that somebody was given, and not a reservation. */
export function isOfSharedPart(reservationToken: string): boolean {
  return reservationToken.startsWith(`${SHARED_PART_PREFIX}_`)
}

/**
 * Reasons why nothing of a reservation can be handed on. `single`: no kind of admission has more than one ticket left.
 */
export const SHARE_FAULTS = ['cancelled', 'past', 'being_paid', 'single', 'shared'] as const

export type ShareFault = (typeof SHARE_FAULTS)[number]

/** A ticket as it stands with its buyer. */
export interface PartyTicket {
  /** Number inside its reservation. */
  readonly number: number
  /** The number that stands for all tickets of the same purchase line. */
  readonly parentId: number
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** The kind that its own is sold with. */
  readonly onlyWith: number | null
  /** Neither used, given back, nor in other hands. */
  readonly isAvailable: boolean
}

export interface SharedVisit {
  readonly isActive: boolean
  /** A change of its time is being paid. */
  readonly isBeingPaid: boolean
  /** In ms since 1970. */
  readonly endsAtMs: number
  readonly tickets: readonly PartyTicket[]
}

/** Why nothing of a reservation can be handed on at this moment, or null. */
export function shareFaultOf(
  { isActive, isBeingPaid, endsAtMs, tickets }: SharedVisit,
  nowMs: number,
): ShareFault | null {
  const left = tickets.filter(({ isAvailable }) => isAvailable)
  if (!isActive) return 'cancelled'
  if (endsAtMs <= nowMs) return 'past'
  if (isBeingPaid) return 'being_paid'
  return [...siblingsOf(left).values()].some(siblings => siblings.length > 1) ? null : 'single'
}

/** The tickets of each parent. */
function siblingsOf(tickets: readonly PartyTicket[]): ReadonlyMap<number, readonly PartyTicket[]> {
  return Map.groupBy(tickets, ({ parentId }) => parentId)
}

/** Either tickets by their numbers, or how many of each kind of ticket. */
export type AskedShare =
  | { readonly numbers: readonly number[] }
  | {
      readonly quantities: ReadonlyArray<{ readonly optionValueId: number; readonly quantity: number }>
    }

/**
 * Why a choice is refused. `less_than_one`: of a kind. `not_found`: of a ticket that is not there, or not available.
 * `only_child`: its parent has no other one. `none_stays`: of a parent with several. `companion`: it goes, or stays, without
 * its holder.
 */
export type ChoiceFault = 'less_than_one' | 'not_found' | 'only_child' | 'none_stays' | 'companion'

/** The numbers of the tickets that are handed on, ascending; of a kind the first ones that are available. */
export function chooseShared(
  tickets: readonly PartyTicket[],
  asked: AskedShare,
): readonly number[] | ChoiceFault {
  if ('quantities' in asked && asked.quantities.some(({ quantity }) => quantity < 1)) return 'less_than_one'
  const left = tickets.filter(({ isAvailable }) => isAvailable)
  const siblings = siblingsOf(left)
  if ([...siblings.values()].every(({ length }) => length <= 1)) return 'only_child'
  const chosen = 'numbers' in asked ? byNumber(left, asked.numbers) : byKind(left, asked.quantities)
  if (chosen === undefined) return 'not_found'
  for (const [parentId, taken] of siblingsOf(chosen)) {
    const all = entryOf(siblings, parentId).length
    if (all <= 1) return 'only_child'
    if (taken.length === all) return 'none_stays'
  }
  if (!mayPart(countedOf(chosen), countedOf(left))) return 'companion'
  return chosen.map(({ number }) => number).toSorted((a, b) => a - b)
}

function countedOf(tickets: readonly PartyTicket[]): readonly CountedKind[] {
  return tickets.map(({ optionValueId, onlyWith }) => ({ optionValueId, onlyWith, count: 1 }))
}

function byNumber(left: readonly PartyTicket[], numbers: readonly number[]): PartyTicket[] | undefined {
  const chosen = left.filter(({ number }) => numbers.includes(number))
  return chosen.length === new Set(numbers).size ? chosen : undefined
}

function byKind(
  left: readonly PartyTicket[],
  quantities: ReadonlyArray<{ readonly optionValueId: number; readonly quantity: number }>,
): PartyTicket[] | undefined {
  const wanted = Map.groupBy(quantities, ({ optionValueId }) => optionValueId)
  const chosen: PartyTicket[] = []
  for (const [kind, asked] of wanted) {
    const count = asked.reduce((sum, { quantity }) => sum + quantity, 0)
    const own = left.filter(({ optionValueId }) => optionValueId === kind).slice(0, count)
    if (own.length < count) return undefined
    chosen.push(...own)
  }
  return chosen
}

/**
 * The first letter of a name: enough for somebody who expects tickets of a friend, and no name for anybody else. Empty
 * for an empty name.
 */
export function maskedName(name: string): string {
  const [first] = new Intl.Segmenter('ja').segment(name.trim())
  return first === undefined ? '' : `${first.segment}＊＊`
}
