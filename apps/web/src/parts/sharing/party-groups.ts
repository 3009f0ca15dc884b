import type { Ticket } from '@kippu/contract/reservations'

import { nameOfTicket } from '../ticket/ticket-state.ts'

/** The tickets of one kind that a buyer can hand on. */
export interface PartyGroup {
  readonly key: string
  /** `Adult`, or the name of a set product. */
  readonly name: string
  readonly parentId: number
  /** Their numbers, ascending. */
  readonly ids: readonly number[]
}

/** How many of each group are chosen, by its key. */
export type ChosenCounts = Readonly<Record<string, number>>

/** The tickets that are with the buyer and can be handed on, kind by kind, in the order of the tickets. */
export function partyGroups(tickets: readonly Ticket[]): PartyGroup[] {
  const available = tickets.filter(({ status, shared }) => status === 'available' && !shared)
  const groups: PartyGroup[] = []
  for (const { id, parent_id: parentId, option_value_id: kind, ...names } of available) {
    const key = `${parentId} ${kind ?? ''}`
    const index = groups.findIndex(group => group.key === key)
    const group = groups[index]
    if (group !== undefined) groups[index] = { ...group, ids: [...group.ids, id] }
    else groups.push({ key, name: nameOfTicket(names), parentId, ids: [id] })
  }
  return groups
}

/** How many of a group may be chosen beside the others: one of its parent stays with the buyer. */
export function mostOf(group: PartyGroup, groups: readonly PartyGroup[], chosen: ChosenCounts): number {
  const siblings = groups.filter(({ parentId }) => parentId === group.parentId)
  const all = siblings.reduce((sum, { ids }) => sum + ids.length, 0)
  const others = siblings.reduce((sum, { key }) => sum + (key === group.key ? 0 : (chosen[key] ?? 0)), 0)
  return Math.max(0, Math.min(group.ids.length, all - 1 - others))
}

/** The numbers that are handed on: the last ones of each group, so that the first ticket stays where it is. */
export function chosenIds(groups: readonly PartyGroup[], chosen: ChosenCounts): number[] {
  return groups.flatMap(({ key, ids }) => ids.slice(ids.length - (chosen[key] ?? 0)))
}
