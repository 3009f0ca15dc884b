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

/** The most that orders may hold of a day before a payment of them begins. */
export interface UnprovenShares {
  /** All of them together whose mail address is not proved. */
  readonly day: Share
  /** Those of one network whose address is not proved: an IPv4 address, or an IPv6 /64. */
  readonly network: Share
  /** Those with an address of one mail domain that is not proved. */
  readonly mailDomain: Share
  /** Those of one network, proved or not. */
  readonly unpaidNetwork: Share
  /** Those with an address of one mail domain, proved or not. */
  readonly unpaidMailDomain: Share
  /** Those of one QR code at the door. */
  readonly doorCode: Share
}

export type ShareName = keyof UnprovenShares

/** The units of a share on a day with this capacity. */
export function unitsOfShare({ part, least }: Share, capacity: number): number {
  return Math.max(least, Math.floor(part * capacity))
}

/** A share that bounds a request, and whose it is: '' where it is everybody's. */
export interface Bound {
  readonly share: ShareName
  readonly of: string
}

/** Units that may still be held of a share. Below 0 where the share or the capacity was lowered. */
export interface ShareRoom {
  /** The units left of each who holds something; any other has `leftOfOthers`. */
  readonly leftOf: ReadonlyMap<string, number>
  readonly leftOfOthers: number
}

/** The shares of a day. */
export type DayRoom = ReadonlyMap<ShareName, ShareRoom>

/** The rest of a share where so many units of it are held, by whose they are. */
export function roomOfShare(share: Share, capacity: number, held: ReadonlyMap<string, number>): ShareRoom {
  const most = unitsOfShare(share, capacity)
  return { leftOf: new Map(Array.from(held, ([of, units]) => [of, most - units])), leftOfOthers: most }
}

/** A request for units; `bounds` is empty where no share bounds it. */
export interface Want extends ChannelWant {
  readonly bounds: readonly Bound[]
}

/** `refused`: stock does not suffice. `full`: stock suffices, but that share does not. */
export type Grant = 'held' | 'refused' | { readonly full: ShareName }

/**
 * Decides about the requests in the order of their arrival. A request that finds stock but no
 * room in a share takes nothing: it gets its units later.
 * @param dayOf the day of each time span that a bounded request wants.
 * @param rooms what is left of each of those days.
 * @throws when the day of such a span, or the room of such a day in such a share, is not said.
 */
export function grantWithinShares(
  available: RoomsBySpan,
  wants: readonly Want[],
  dayOf: ReadonlyMap<number, string>,
  rooms: ReadonlyMap<string, DayRoom>,
): Grant[] {
  const left = new Map(available)
  const taken = new Map<string, number>()
  return wants.map(want => {
    const { units, bounds } = want
    if (!fitsIn(left, want)) return 'refused'
    const asked =
      bounds.length === 0
        ? []
        : Array.from(unitsByDay(units, dayOf)).flatMap(([day, count]) =>
            bounds.map(bound => ({ ...bound, day, count, key: `${day} ${bound.share} ${bound.of}` })),
          )
    for (const { share, of, day, count, key } of asked) {
      const { leftOf, leftOfOthers } = entryOf(entryOf(rooms, day), share)
      if ((leftOf.get(of) ?? leftOfOthers) - (taken.get(key) ?? 0) < count) return { full: share }
    }
    for (const { key, count } of asked) addTo(taken, key, count)
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
  /** Held by orders of which no payment has begun, proved or not. */
  readonly unpaid: number
  /** Bought, or being paid. */
  readonly bought: number
}

/** A domain whose owners prove their addresses, and pay, is a shared one: each such unit speaks for this many others. */
const UNITS_FOR_ONE = 3

/**
 * The share that is too full for so many units more of a mail domain, if any. A mail service that many share is hardly held up:
 * what its people have proved gives room to those who have not, and what they have bought to all of them.
 */
export function fullShareOfDomain(
  { mailDomain, unpaidMailDomain }: Pick<UnprovenShares, 'mailDomain' | 'unpaidMailDomain'>,
  { capacity, unproven, proved, ...units }: DomainUnits,
  more: number,
): 'mailDomain' | 'unpaidMailDomain' | undefined {
  if (unproven + more > Math.max(unitsOfShare(mailDomain, capacity), UNITS_FOR_ONE * proved))
    return 'mailDomain'
  return more > unpaidRoomOfDomain(unpaidMailDomain, { capacity, ...units }) ? 'unpaidMailDomain' : undefined
}

/** The units more that the orders of a mail domain may hold of a day before they are paid. */
export function unpaidRoomOfDomain(
  share: Share,
  { capacity, unpaid, bought }: Pick<DomainUnits, 'capacity' | 'unpaid' | 'bought'>,
): number {
  return Math.max(unitsOfShare(share, capacity), UNITS_FOR_ONE * bought) - unpaid
}
