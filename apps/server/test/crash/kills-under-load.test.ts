import { afterAll, beforeAll, expect, test } from 'vitest'

import { rounds } from '../../../../tools/test/proof-choice.ts'
import { type Crowd, countTickets, startCrowd, TICKETS } from './crowd.ts'
import { DRIVERS } from '../payment-methods/drivers.ts'
import { type LoadedStore, openLoadedStore } from './loaded-store.ts'

/** As many as there are methods, or more. */
const BUYERS = rounds({ short: DRIVERS.length, whole: 64 })
/** Of the store and of the database in turn. */
const KILLS = rounds({ short: 2, whole: 100 })
/** Purchases between two kills: another number each time, so that each falls into another moment. */
const MOST_BETWEEN = 13
/** Patience for a machine that is busy, no promise of speed. */
const ALL_MS = 120_000 + KILLS * 30_000

let store: LoadedStore

beforeAll(async () => {
  store = await openLoadedStore()
}, ALL_MS)
// Undefined when it did not open.
afterAll(() => store?.close(), ALL_MS)

test(
  'kill -9 of store and database among a crowd: what was acknowledged is there, and the books balance to the yen (S-1.13, S-7.15)',
  async () => {
    const crowd = startCrowd(store, BUYERS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await crowd.untilMore(1 + ((kill * 5) % MOST_BETWEEN))
      await store.kill(kill % 2 === 0 ? 'store' : 'database')
    }
    await crowd.untilEachMethod()
    await crowd.goHome()
    await store.settle()
    expect(await store.findWrongs()).toEqual([])
    expect(await findLost(crowd)).toEqual([])
    expect(crowd.givenUp.length).toBeLessThan(crowd.bought.length)
  },
  ALL_MS,
)

/** Acknowledged purchases without their tickets. */
async function findLost({ bought }: Crowd): Promise<string[]> {
  const lost = []
  for (const { method, reservationToken } of bought)
    if ((await countTickets(store, reservationToken)) !== TICKETS) lost.push(`${method} ${reservationToken}`)
  return lost
}
