import { entryOf } from '../known.ts'
import type { RoomsBySpan } from './channel-shares.ts'
import { type ChannelWant, fitsIn, takeFrom, type UnitsBySpan } from './grant.ts'

/** A share of the units of a day. */
export interface Share {
  /** Part of the day's capacity, 0 to 1. */
  readonly part: number
  /** Units that are allowed on any day, however small. */
  readonly least: number
}

/** The most that orders whose mail address is not proved may hold of a day. */
export interface UnprovenShares {
  /** All of them together. */
  readonly day: Share
  /** Those of one network: an IPv4 address, or an IPv6 /64. */
  readonly network: Share
  /** Those with an address of one mail domain. */
  readonly mailDomain: Share
}

/** The units of a share on a day with this capacity. */
export function unitsOfShare({ part, least }: Share, capacity: number): number {
  return Math.max(least, Math.floor(part * capacity))
}

/** The units that unproven orders may still hold of a day. Below 0 where the share or the capacity was lowered. */
export interface DayRoom {
  readonly left: number
  /** The units left of each network that holds something; any other has `leftOfOthers`. */
  readonly leftOf: ReadonlyMap<string, number>
  readonly leftOfOthers: number
}

/** A request for units; `network` is null where it is not bounded by shares. */
export interface Want extends ChannelWant {
  readonly network: string | null
}

/** `refused`: stock does not suffice. `full`: stock suffices, but that share does not. */
export type Grant = 'held' | 'refused' | { readonly full: 'day' | 'network' }

/**
 * Decides about the requests in the order of their arrival, as `grantInOrder` does. A request that finds stock but no
 * room in a share takes nothing: it gets its units when its address is proved.
 * @param dayOf the day of each time span that a bounded request wants.
 * @param rooms what is left of each of those days.
 * @throws when the day of such a span or the room of such a day is not said.
 */
export function grantWithinShares(
  available: RoomsBySpan,
  wants: readonly Want[],
  dayOf: ReadonlyMap<number, string>,
  rooms: ReadonlyMap<string, DayRoom>,
): Grant[] {
  const left = new Map(available)
  const taken = { ofDay: new Map<string, number>(), ofNetwork: new Map<string, number>() }
  return wants.map(want => {
    const { units, network } = want
    if (!fitsIn(left, want)) return 'refused'
    if (network !== null) {
      const byDay = unitsByDay(units, dayOf)
      for (const [day, count] of byDay) {
        const room = entryOf(rooms, day)
        if (room.left - (taken.ofDay.get(day) ?? 0) < count) return { full: 'day' }
        const ofNetwork = room.leftOf.get(network) ?? room.leftOfOthers
        if (ofNetwork - (taken.ofNetwork.get(`${day} ${network}`) ?? 0) < count) return { full: 'network' }
      }
      for (const [day, count] of byDay) {
        addTo(taken.ofDay, day, count)
        addTo(taken.ofNetwork, `${day} ${network}`, count)
      }
    }
    takeFrom(left, want)
    return 'held'
  })
}

function unitsByDay(units: UnitsBySpan, dayOf: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  const byDay = new Map<string, number>()
  for (const [span, count] of units) addTo(byDay, entryOf(dayOf, span), count)
  return byDay
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** The units that the orders of one mail domain hold of a day. */
export interface DomainUnits {
  readonly capacity: number
  /** Held by orders that are not proved. */
  readonly unproven: number
  /** Held or bought by orders that are. */
  readonly proved: number
}

/** A domain whose owners prove their addresses is a shared one, and each proved unit speaks for this many that are not. */
const UNITS_FOR_A_PROVED_ONE = 3

/**
 * Whether a mail domain may hold so many units more of a day. A mail service that many share is never held up: what its people
 * have proved gives the others room.
 */
export function fitsMailDomain(
  share: Share,
  { capacity, unproven, proved }: DomainUnits,
  units: number,
): boolean {
  return unproven + units <= Math.max(unitsOfShare(share, capacity), UNITS_FOR_A_PROVED_ONE * proved)
}
