/**
 * Which of the waiting requests get their units, in the order of arrival, as far as stock lasts. A request refused for
 * its size takes nothing, so it never stands in the way of a smaller one behind it (design §6, S-2.01).
 */
export function grantInOrder(available: number, wants: readonly number[]): boolean[] {
  let left = available
  return wants.map(want => {
    const isGranted = want <= left
    if (isGranted) left -= want
    return isGranted
  })
}
