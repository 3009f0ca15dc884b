import { describe, expect, test } from 'vitest'

import { grantWithinShares, unitsOfShare } from './unproven-shares.ts'

/** The shares of a site that sets none. */
const SHARES = { day: { part: 0.6, least: 10 }, network: { part: 0.1, least: 40 } }
/** How long an honest buyer holds places before the address is proved: form, mail, link. */
const MINUTES_TO_PROVE = 4

interface Opening {
  readonly capacity: number
  readonly buyers: number
  readonly networks: number
  /** Over which they arrive, evenly. */
  readonly minutes: number
  /** Tickets of each in turn. */
  readonly tickets: readonly number[]
}

/** How many buyers of one day are put off to their proof; nobody is refused while there is stock. */
function putOff({ capacity, buyers, networks, minutes, tickets }: Opening): number {
  const held: Array<{ readonly until: number; readonly network: string; readonly units: number }> = []
  let sold = 0
  let count = 0
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const now = (buyer * minutes) / buyers
    while (held[0] !== undefined && held[0].until <= now) sold += held.shift()?.units ?? 0
    const network = String(buyer % networks)
    const units = tickets[buyer % tickets.length] ?? 1
    const all = held.reduce((sum, hold) => sum + hold.units, 0)
    const ofNetwork = held.reduce((sum, hold) => sum + (hold.network === network ? hold.units : 0), 0)
    const room = {
      left: unitsOfShare(SHARES.day, capacity) - all,
      leftOf: new Map([[network, unitsOfShare(SHARES.network, capacity) - ofNetwork]]),
      leftOfOthers: 0,
    }
    const [grant] = grantWithinShares(
      new Map([[1, { left: capacity - sold - all, shares: [] }]]),
      [{ channel: 'web', units: new Map([[1, units]]), network }],
      new Map([[1, 'day']]),
      new Map([['day', room]]),
    )
    if (typeof grant === 'object') count += 1
    if (grant === 'held') held.push({ until: now + MINUTES_TO_PROVE, network, units })
  }
  return count
}

const FAMILIES = [2, 2, 2, 3, 2]

describe('honest crowds and the shares (decision 41)', () => {
  test.each([
    [
      'a school class of forty that books one by one from one address',
      { capacity: 400, buyers: 40, networks: 1, minutes: 2, tickets: [1] },
      0,
    ],
    [
      'a hotel that sends sixty guests in an hour from one address',
      { capacity: 400, buyers: 60, networks: 1, minutes: 60, tickets: FAMILIES },
      0,
    ],
    [
      'a month opens for 2,000 buyers behind five carriers, an eighth of them want its best day',
      { capacity: 2_400, buyers: 250, networks: 5, minutes: 5, tickets: FAMILIES },
      0,
    ],
    [
      '2,000 buyers behind five carriers want the same day of 2,400 places within half an hour',
      { capacity: 2_400, buyers: 2_000, networks: 5, minutes: 30, tickets: FAMILIES },
      0,
    ],
    [
      'the same within ten minutes, in which the day sells out: one in seven',
      { capacity: 2_400, buyers: 2_000, networks: 5, minutes: 10, tickets: FAMILIES },
      284,
    ],
  ] satisfies ReadonlyArray<readonly [string, Opening, number]>)('%s', (_, opening, expected) => {
    expect(putOff(opening)).toBe(expected)
  })
})
