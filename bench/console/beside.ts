import { setTimeout as delay } from 'node:timers/promises'

import { sumOf } from '@kippu/domain/sum'

import { median } from '../median.ts'
import { buyAtRate, buyFor, type Market } from '../processes/buyers.ts'
import type { Door } from './door.ts'
import { changeTime, watchAll } from './live.ts'
import type { Measured } from './measured.ts'
import { allWaits, changeSeason, type Waits } from './waits.ts'

/** The cost of all that people do at the console for the visitors who buy meanwhile. */

export interface BesideOptions extends Pick<Waits, 'own' | 'calendar' | 'visitor'> {
  readonly market: Market
  readonly door: Door
  readonly consoles: number
  /** How long each window lasts. */
  readonly seconds: number
}

const BUYERS = 16
const ROUNDS = 3
/** The season was changed so often before. */
const CHANGED_BEFORE = 10

/** Purchases at half of what the store can sell take so much longer, of neighbours in a round. */
export async function measureBeside(options: BesideOptions): Promise<readonly Measured[]> {
  const { market, seconds } = options
  await buyFor(market, BUYERS, seconds)
  const { answered, seconds: took } = await buyFor(market, BUYERS, seconds)
  const rate = answered / took / 2
  const slower: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = meanOf(await buyAtRate(market, rate, seconds))
    const work = await beginWork(options, round)
    const beside = meanOf(await buyAtRate(market, rate, seconds))
    const acts = await work.end()
    slower.push(beside / alone - 1)
    console.log(
      `Round ${round}: ${Math.round(alone)} and ${Math.round(beside)} ms, ${rate.toFixed(1)} purchases a second, ${acts} acts of the console`,
    )
  }
  const measured = Math.round(median(slower) * 1_000) / 10
  return [{ what: 'purchases at half rate beside the console', unit: '% of the time', measured, limit: 10 }]
}

/** The live consoles are open, a time changes each second, and somebody asks for the next thing a second after each answer; a season is changed once. */
async function beginWork(
  { own, door, calendar, consoles, visitor }: BesideOptions,
  round: number,
): Promise<{ end(): Promise<number> }> {
  const cookies: string[] = []
  for (let person = 0; person < consoles; person += 1) cookies.push(await door.signIn())
  const streams = await watchAll(door, calendar, cookies)
  const [asking, planning] = [await visitor(), await visitor()]
  const waits = await allWaits({ own, calendar })
  let isOver = false
  let acts = 0
  const change = async (): Promise<void> => {
    while (!isOver) {
      await changeTime(own, calendar)
      await delay(1_000)
    }
  }
  const ask = async (): Promise<void> => {
    for (; !isOver; acts += 1) {
      const wait = waits[acts % waits.length]
      const { status } = (await wait?.ask(asking, acts)) ?? { status: 0 }
      if (status !== 200) throw new Error(`${wait?.what} was answered ${status}`)
      await delay(1_000)
    }
  }
  const working = Promise.all([change(), ask(), changeSeason(planning, calendar, CHANGED_BEFORE + round)])
  return {
    end: async () => {
      isOver = true
      await working
      for (const { leave } of streams) leave()
      return acts
    },
  }
}

function meanOf(times: readonly number[]): number {
  return sumOf(times) / times.length
}
