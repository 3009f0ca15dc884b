import { accompanied, type CountedKind, mostBeside } from '@kippu/domain/companions'

import type { TicketKind } from '../tickets/ticket-picker.tsx'
import type { Counts } from './ticket-kinds.ts'

/** The chosen counts with another one: no kind is more than the one that it is sold with. */
export function withCount(
  kinds: readonly TicketKind[],
  counts: Counts,
  { optionValueId, count }: { readonly optionValueId: number; readonly count: number },
): Counts {
  const next = { ...counts, [optionValueId]: count }
  const going = accompanied(countedOf(kinds, next))
  return { ...next, ...Object.fromEntries(going.map(kind => [kind.optionValueId, kind.count])) }
}

/** The largest number of a kind beside the others, as far as the one decides that it is sold with. */
export function mostWithHolder(kind: TicketKind, kinds: readonly TicketKind[], counts: Counts): number {
  return mostBeside({ ...kind, count: 0 }, countedOf(kinds, counts))
}

function countedOf(
  kinds: readonly TicketKind[],
  counts: Counts,
): ReadonlyArray<CountedKind & { readonly optionValueId: number }> {
  return kinds.map(({ optionValueId, onlyWith }) => ({
    optionValueId,
    onlyWith,
    count: counts[optionValueId] ?? 0,
  }))
}
