import type { RoomsBySpan } from '../src/stock/channel-shares.ts'
import { type ChannelWant, fitsIn, takeFrom } from '../src/stock/grant.ts'

/**
 * The waiting requests that get their units, in the order of arrival, while stock lasts. A request gets all its units,
 * in every span, or nothing. A refused request takes nothing, so it never blocks a smaller one behind it, nor one of
 * another channel. A span that `rooms` does not name has no units.
 */
export function grantInOrder(rooms: RoomsBySpan, wants: readonly ChannelWant[]): boolean[] {
  const left = new Map(rooms)
  return wants.map(want => {
    if (!fitsIn(left, want)) return false
    takeFrom(left, want)
    return true
  })
}
