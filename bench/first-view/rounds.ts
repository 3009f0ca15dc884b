import type { Browser } from '@playwright/test'

import { loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { choose, look, type Look } from './load-page.ts'

export interface Visit extends Look {
  readonly dayChosen: number
}

/** Loads the page of a house twice: once to look, once to press a day. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  return { ...(await look(browser, url)), dayChosen: await choose(browser, url) }
}

/** A page of one word, and each page of a store by its name: in one round, under one load. */
export interface Round {
  readonly word: Look
  readonly visits: Readonly<Record<string, Visit>>
  readonly loadAverage: number
}

/** The order of the pages is that of the names. */
export async function measureRound(
  browser: Browser,
  word: string,
  pages: ReadonlyArray<readonly [name: string, url: string]>,
): Promise<Round> {
  const visits: Record<string, Visit> = {}
  const seen = await look(browser, word)
  for (const [name, url] of pages) visits[name] = await visit(browser, url)
  return { word: seen, visits, loadAverage: loadAverage() }
}

/** Both a price on the screen as it opens and the prices of the days. */
function pricesOf({ priceOnScreen, dayPrices }: Pick<Look, 'priceOnScreen' | 'dayPrices'>): number {
  return Math.max(priceOnScreen ?? Infinity, dayPrices)
}

export interface Middle {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly pricesMs: number
  readonly dayChosenMs: number
  readonly blockedMs: number
  readonly mainThreadMs: number
  readonly layoutShift: number
  readonly requestsBeforePrices: number
  readonly kilobytes: number
}

export function mediansOf(visits: readonly Visit[]): Middle {
  const ms = (value: (one: Visit) => number): number => Math.round(median(visits.map(value)))
  return {
    firstPaintMs: ms(one => one.firstPaint),
    largestPaintMs: ms(one => one.largestPaint),
    pricesMs: ms(pricesOf),
    dayChosenMs: ms(one => one.dayChosen),
    blockedMs: ms(one => one.blocked),
    mainThreadMs: ms(one => one.mainThread),
    layoutShift: Math.round(median(visits.map(one => one.shift)) * 10_000) / 10_000,
    requestsBeforePrices: ms(one => one.requests),
    kilobytes: ms(one => one.bytes / 1000),
  }
}

/** The waits of a visitor, in ms or as ratios. */
export interface Waits {
  readonly prices: number
  readonly largestPaint: number
  readonly dayChosen: number
}

/** How much later than a page of one word a page of the store is, taken in each round: the median over all rounds, in ms. */
export function distancesOf(rounds: readonly Round[], name: string): Waits {
  return waitsOf(rounds, name, (value, { word }) => value - pricesOf(word), 1)
}

/** The ratio of one page to another, taken in each round: the median over all rounds. */
export function ratiosOf(rounds: readonly Round[], name: string, other: string): Waits {
  return waitsOf(rounds, name, (value, round, of) => value / of(visitIn(round, other)), 1000)
}

function waitsOf(
  rounds: readonly Round[],
  name: string,
  beside: (value: number, round: Round, of: (one: Visit) => number) => number,
  parts: number,
): Waits {
  const wait = (of: (one: Visit) => number): number =>
    Math.round(median(rounds.map(round => beside(of(visitIn(round, name)), round, of))) * parts) / parts
  return {
    prices: wait(pricesOf),
    largestPaint: wait(one => one.largestPaint),
    dayChosen: wait(one => one.dayChosen),
  }
}

export function visitIn({ visits }: Round, name: string): Visit {
  const found = visits[name]
  if (found === undefined) throw new Error(`${name} was not measured`)
  return found
}
