/** Units by id of the time span. */
export type UnitsBySpan = ReadonlyMap<number, number>

/**
 * The waiting requests that get their units, in the order of arrival, while stock lasts. A request gets all its units,
 * in every span, or nothing (S-2.02). A refused request takes nothing, so it never blocks a smaller one behind it
 * (S-2.01). A span that `available` does not name has no units.
 */
export function grantInOrder(available: UnitsBySpan, wants: readonly UnitsBySpan[]): boolean[] {
  const left = new Map(available)
  return wants.map(want => {
    if (!fitsIn(left, want)) return false
    takeFrom(left, want)
    return true
  })
}

/** Whether there is enough of every span that is wanted. */
export function fitsIn(left: UnitsBySpan, want: UnitsBySpan): boolean {
  for (const [span, units] of want) if (units > (left.get(span) ?? 0)) return false
  return true
}

export function takeFrom(left: Map<number, number>, want: UnitsBySpan): void {
  for (const [span, units] of want) left.set(span, (left.get(span) ?? 0) - units)
}

/** The units that the requests want, summed for each span. */
export function wantedUnits(wants: readonly UnitsBySpan[]): UnitsBySpan {
  const wanted = new Map<number, number>()
  for (const want of wants)
    for (const [span, units] of want) wanted.set(span, (wanted.get(span) ?? 0) + units)
  return wanted
}
