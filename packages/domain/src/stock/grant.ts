/** Units by id of the time span. */
export type UnitsBySpan = ReadonlyMap<number, number>

/**
 * Which of the waiting requests get their units, in the order of arrival, as far as stock lasts. A request gets all that
 * it wants, in every span, or nothing (S-2.02); one that is refused takes nothing, so it never stands in the way of a
 * smaller one behind it (design §6, S-2.01). A span that `available` does not name has nothing.
 */
export function grantInOrder(available: UnitsBySpan, wants: readonly UnitsBySpan[]): boolean[] {
  const left = new Map(available)
  return wants.map(want => {
    if (!fits(left, want)) return false
    for (const [span, units] of want) left.set(span, (left.get(span) ?? 0) - units)
    return true
  })
}

function fits(left: UnitsBySpan, want: UnitsBySpan): boolean {
  for (const [span, units] of want) if (units > (left.get(span) ?? 0)) return false
  return true
}

/** What the requests want of each span together. */
export function wantedUnits(wants: readonly UnitsBySpan[]): UnitsBySpan {
  const wanted = new Map<number, number>()
  for (const want of wants)
    for (const [span, units] of want) wanted.set(span, (wanted.get(span) ?? 0) + units)
  return wanted
}
