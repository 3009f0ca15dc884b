import { describe, expect, test } from 'vitest'

import { type Bound, type DayRoom, grantWithinShares, roomOfShare } from './unproven-shares.ts'

/** The shares of a site that sets none. */
const SHARES = {
  day: { part: 0.6, least: 10 },
  network: { part: 0.1, least: 40 },
  unpaidNetwork: { part: 0.2, least: 80 },
  unpaidMailDomain: { part: 0.2, least: 80 },
}
/** How long an honest buyer holds places before the address is proved (form, mail, link), and before they are paid. */
const MINUTES_TO_PROVE = 4
const MINUTES_TO_PAY = 5

interface Opening {
  readonly capacity: number
  readonly buyers: number
  readonly networks: number
  /** Over which they arrive, evenly. */
  readonly minutes: number
  /** Tickets of each in turn. */
  readonly tickets: readonly number[]
}

interface HonestHold {
  readonly begins: number
  readonly network: string
  readonly units: number
}

/** How many buyers of one day are put off to their proof or their payment; nobody is refused while there is stock. */
function putOff({ capacity, buyers, networks, minutes, tickets }: Opening): number {
  const held: HonestHold[] = []
  let sold = 0
  let count = 0
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const now = (buyer * minutes) / buyers
    while (held[0] !== undefined && held[0].begins + MINUTES_TO_PAY <= now) sold += held.shift()?.units ?? 0
    const network = String(buyer % networks)
    const units = tickets[buyer % tickets.length] ?? 1
    const unitsOf = (holds: readonly HonestHold[]): number => holds.reduce((sum, hold) => sum + hold.units, 0)
    const unproven = held.filter(({ begins }) => begins + MINUTES_TO_PROVE > now)
    const own = (holds: readonly HonestHold[]) =>
      new Map([[network, unitsOf(holds.filter(hold => hold.network === network))]])
    const room: DayRoom = new Map([
      ['day', roomOfShare(SHARES.day, capacity, new Map([['', unitsOf(unproven)]]))],
      ['network', roomOfShare(SHARES.network, capacity, own(unproven))],
      ['unpaidNetwork', roomOfShare(SHARES.unpaidNetwork, capacity, own(held))],
      // All of a network have addresses of its own domain.
      ['unpaidMailDomain', roomOfShare(SHARES.unpaidMailDomain, capacity, own(held))],
    ])
    const bounds: Bound[] = [
      { share: 'day', of: '' },
      { share: 'network', of: network },
      { share: 'unpaidNetwork', of: network },
      { share: 'unpaidMailDomain', of: network },
    ]
    const [grant] = grantWithinShares(
      new Map([[1, { left: capacity - sold - unitsOf(held), shares: [] }]]),
      [{ channel: 'web', units: new Map([[1, units]]), bounds }],
      new Map([[1, 'day']]),
      new Map([['day', room]]),
    )
    if (typeof grant === 'object') count += 1
    if (grant === 'held') held.push({ begins: now, network, units })
  }
  return count
}

const FAMILIES = [2, 2, 2, 3, 2]

describe('honest crowds and the shares (decisions 41 and 104)', () => {
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
      'a school whose 300 pupils each buy one ticket or two in ten minutes, with its network and its addresses',
      { capacity: 2_400, buyers: 300, networks: 1, minutes: 10, tickets: [1, 2] },
      0,
    ],
    [
      '2,000 buyers of one carrier, which is one network, in ten minutes: they want the days of a month, an eighth of them the best one',
      { capacity: 2_400, buyers: 250, networks: 1, minutes: 10, tickets: FAMILIES },
      0,
    ],
    [
      'the same 2,000 all want one day of a large house',
      { capacity: 20_000, buyers: 2_000, networks: 1, minutes: 10, tickets: FAMILIES },
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
