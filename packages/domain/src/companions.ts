import { sumOf } from './sum.ts'

/**
 * A kind of ticket that is sold only with another one: a companion with the holder of a certificate. There are never more
 * companions in the same hands than tickets of their holder.
 */

/** A kind of ticket, and how many there are of it. */
export interface CountedKind {
  /** Null for a set product. */
  readonly optionValueId: number | null
  /** The kind of its holder; null where it is sold by itself. */
  readonly onlyWith: number | null
  readonly count: number
}

/** How many companions of each holder are too many; without those that have enough. */
export function unaccompanied(kinds: readonly CountedKind[]): ReadonlyMap<number, number> {
  const excess = Array.from(companionsOf(kinds), ([holder, companions]) => {
    const most = countOf(kinds, holder)
    return [holder, countAll(companions) - most] as const
  })
  return new Map(excess.filter(([, count]) => count > 0))
}

/** Whether somebody may hand these on: neither those that go nor those that stay lack a holder whom they had. */
export function mayPart(going: readonly CountedKind[], all: readonly CountedKind[]): boolean {
  const staying = [...all, ...going.map(kind => ({ ...kind, count: -kind.count }))]
  const before = unaccompanied(all)
  return (
    unaccompanied(going).size === 0 &&
    [...unaccompanied(staying)].every(([holder, count]) => count <= (before.get(holder) ?? 0))
  )
}

/** How many of a kind may be chosen beside the others, as far as its holder decides. */
export function mostBeside(kind: CountedKind, kinds: readonly CountedKind[]): number {
  const { onlyWith, optionValueId } = kind
  if (onlyWith === null) return Infinity
  const others = kinds.filter(one => one.onlyWith === onlyWith && one.optionValueId !== optionValueId)
  return Math.max(0, countOf(kinds, onlyWith) - countAll(others))
}

/** The same choice with no more companions than their holders take along: the last kinds lose theirs first. */
export function accompanied<Kind extends CountedKind>(kinds: readonly Kind[]): readonly Kind[] {
  const left = new Map(
    Array.from(companionsOf(kinds).keys(), holder => [holder, countOf(kinds, holder)] as const),
  )
  return kinds.map(kind => {
    if (kind.onlyWith === null) return kind
    const room = left.get(kind.onlyWith) ?? 0
    const count = Math.min(kind.count, room)
    left.set(kind.onlyWith, room - count)
    return { ...kind, count }
  })
}

function companionsOf<Kind extends CountedKind>(
  kinds: readonly Kind[],
): ReadonlyMap<number, readonly Kind[]> {
  const companions = kinds.flatMap(kind => (kind.onlyWith === null ? [] : [[kind.onlyWith, kind] as const]))
  const groups = Map.groupBy(companions, ([holder]) => holder)
  return new Map(Array.from(groups, ([holder, pairs]) => [holder, pairs.map(([, kind]) => kind)]))
}

function countOf(kinds: readonly CountedKind[], optionValueId: number): number {
  return countAll(kinds.filter(kind => kind.optionValueId === optionValueId))
}

function countAll(kinds: readonly CountedKind[]): number {
  return sumOf(kinds.map(({ count }) => count))
}
