import { roomAfter, type RoomsBySpan, type SpanRoom, unitsFor } from './channel-shares.ts'

/** Units by id of the time span. */
export type UnitsBySpan = ReadonlyMap<number, number>

/** A request for units of time spans, by a channel. */
export interface ChannelWant {
  readonly channel: string
  readonly units: UnitsBySpan
}

/** Whether the channel can sell enough of every span that is wanted. */
export function fitsIn(left: RoomsBySpan, { channel, units }: ChannelWant): boolean {
  for (const [span, count] of units) {
    const room = left.get(span)
    if (count > (room === undefined ? 0 : unitsFor(room, channel))) return false
  }
  return true
}

/** Takes what {@link fitsIn}. */
export function takeFrom(left: Map<number, SpanRoom>, { channel, units }: ChannelWant): void {
  for (const [span, count] of units) {
    const room = left.get(span)
    if (room !== undefined) left.set(span, roomAfter(room, channel, count))
  }
}

/** The units that the requests want, summed for each span. */
export function wantedUnits(wants: readonly UnitsBySpan[]): UnitsBySpan {
  const wanted = new Map<number, number>()
  for (const want of wants)
    for (const [span, units] of want) wanted.set(span, (wanted.get(span) ?? 0) + units)
  return wanted
}
