import type { Browser } from '@playwright/test'

import { loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import type { Stack } from '../stack.ts'
import { choose, look, type Look } from './load-page.ts'

export interface Round extends Look {
  readonly dayChosen: number
  readonly loadAverage: number
}

/** Loads the page of a store twice: once to look, once to press a day. */
export async function measureRound(browser: Browser, { origin }: Pick<Stack, 'origin'>): Promise<Round> {
  const url = `${origin}/`
  const seen = { ...(await look(browser, url)), dayChosen: await choose(browser, url) }
  return { ...seen, loadAverage: loadAverage() }
}

/** Both a price on the screen as it opens and the prices of the days. */
export function pricesOf({ priceOnScreen, dayPrices }: Pick<Look, 'priceOnScreen' | 'dayPrices'>): number {
  return Math.max(priceOnScreen ?? Infinity, dayPrices)
}

export interface Middle {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly priceOnScreenMs: number
  readonly dayPricesMs: number
  readonly dayChosenMs: number
  readonly blockedMs: number
  readonly mainThreadMs: number
  readonly layoutShift: number
  readonly requestsBeforePrices: number
  readonly kilobytes: number
}

export function mediansOf(rounds: readonly Round[]): Middle {
  const ms = (value: (round: Round) => number): number => Math.round(median(rounds.map(value)))
  return {
    firstPaintMs: ms(round => round.firstPaint),
    largestPaintMs: ms(round => round.largestPaint),
    priceOnScreenMs: ms(round => round.priceOnScreen ?? Infinity),
    dayPricesMs: ms(round => round.dayPrices),
    dayChosenMs: ms(round => round.dayChosen),
    blockedMs: ms(round => round.blocked),
    mainThreadMs: ms(round => round.mainThread),
    layoutShift: Math.round(median(rounds.map(round => round.shift)) * 10_000) / 10_000,
    requestsBeforePrices: ms(round => round.requests),
    kilobytes: ms(round => round.bytes / 1000),
  }
}

export interface Ratios {
  readonly firstPaint: number
  readonly largestPaint: number
  readonly prices: number
  readonly dayChosen: number
  readonly mainThread: number
  readonly bytes: number
}

/** The ratio of this program to the other, taken in each round: the median over all rounds. */
export function ratiosOf(now: readonly Round[], other: readonly Round[]): Ratios {
  const ratio = (value: (round: Round) => number): number => {
    const ratios = now.flatMap((round, place) => {
      const beside = other[place]
      return beside === undefined ? [] : [value(round) / value(beside)]
    })
    return Math.round(median(ratios) * 1000) / 1000
  }
  return {
    firstPaint: ratio(round => round.firstPaint),
    largestPaint: ratio(round => round.largestPaint),
    prices: ratio(pricesOf),
    dayChosen: ratio(round => round.dayChosen),
    mainThread: ratio(round => round.mainThread),
    bytes: ratio(round => round.bytes),
  }
}
