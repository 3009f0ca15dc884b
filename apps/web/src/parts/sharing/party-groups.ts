import type { Ticket } from '@kippu/contract/reservations'
import { type CountedKind, mayPart } from '@kippu/domain/companions'

import { nameOfTicket } from '../ticket/ticket-state.ts'

/** The tickets of one kind that a buyer can hand on. */
export interface PartyGroup {
  readonly key: string
  /** `Adult`, or the name of a set product. */
  readonly name: string
  readonly parentId: number
  readonly optionValueId: number | null
  /** The kind that it is sold with; null where it is sold by itself. */
  readonly onlyWith: number | null
  /** Their numbers, ascending. */
  readonly ids: readonly number[]
}

/** How many of each group are chosen, by its key. */
export type ChosenCounts = Readonly<Record<string, number>>

/** The tickets that are with the buyer and can be handed on, kind by kind, in the order of the tickets. */
export function partyGroups(tickets: readonly Ticket[]): PartyGroup[] {
  const available = tickets.filter(({ status, shared }) => status === 'available' && !shared)
  const groups: PartyGroup[] = []
  for (const ticket of available) {
    const { id, parent_id: parentId, option_value_id: optionValueId, only_with: onlyWith = null } = ticket
    const key = `${parentId} ${optionValueId ?? ''}`
    const index = groups.findIndex(group => group.key === key)
    const group = groups[index]
    if (group !== undefined) groups[index] = { ...group, ids: [...group.ids, id] }
    else groups.push({ key, name: nameOfTicket(ticket), parentId, optionValueId, onlyWith, ids: [id] })
  }
  return groups
}

/** The choice with another count of a group: those that are sold with it go along, or stay, as they must. */
export function withChosen(
  groups: readonly PartyGroup[],
  chosen: ChosenCounts,
  { key, count }: { readonly key: string; readonly count: number },
): ChosenCounts {
  const holder = groups.find(group => group.key === key)
  const companions = groups.filter(({ onlyWith }) => onlyWith !== null && onlyWith === holder?.optionValueId)
  return companions.reduce(
    (next, companion) => {
      const now = next[companion.key] ?? 0
      const counts = Array.from({ length: companion.ids.length + 1 }, (_, one) => one)
      const nearest = counts
        .toSorted((one, other) => Math.abs(one - now) - Math.abs(other - now))
        .map(one => ({ ...next, [companion.key]: one }))
        .find(one => isTogether(groups, one))
      return nearest ?? next
    },
    { ...chosen, [key]: count },
  )
}

/** The numbers of a group that may be chosen beside the others: one of its parent stays with the buyer, and who is sold with another kind stays with it. */
export function boundsOf(
  { key, ids, parentId }: PartyGroup,
  groups: readonly PartyGroup[],
  chosen: ChosenCounts,
): { readonly least: number; readonly most: number } {
  const siblings = groups.filter(group => group.parentId === parentId)
  const all = siblings.reduce((sum, group) => sum + group.ids.length, 0)
  const possible = Array.from({ length: ids.length + 1 }, (_, count) => count).filter(count => {
    const next = withChosen(groups, chosen, { key, count })
    const going = siblings.reduce((sum, group) => sum + (next[group.key] ?? 0), 0)
    return going < all && isTogether(groups, next)
  })
  return { least: possible[0] ?? 0, most: possible.at(-1) ?? 0 }
}

/** Whether any of a group can be handed on: a companion with its holder. */
export function isShareable(group: PartyGroup, groups: readonly PartyGroup[]): boolean {
  const holder = groups.find(
    ({ optionValueId }) => group.onlyWith !== null && optionValueId === group.onlyWith,
  )
  return boundsOf(holder ?? group, groups, {}).most > 0
}

function isTogether(groups: readonly PartyGroup[], chosen: ChosenCounts): boolean {
  const countedBy = (countOf: (group: PartyGroup) => number): CountedKind[] =>
    groups.map(group => ({ ...group, count: countOf(group) }))
  return mayPart(
    countedBy(({ key }) => chosen[key] ?? 0),
    countedBy(({ ids }) => ids.length),
  )
}

/** The numbers that are handed on: the last ones of each group, so that the first ticket stays where it is. */
export function chosenIds(groups: readonly PartyGroup[], chosen: ChosenCounts): number[] {
  return groups.flatMap(({ key, ids }) => ids.slice(ids.length - (chosen[key] ?? 0)))
}
