import { chromium } from '@playwright/test'

import { findChromium } from '../../tools/chromium.ts'
import { ROOT } from '../../tools/run-steps.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import { median } from '../median.ts'
import { writeResults } from '../results.ts'
import { startStack } from '../stack.ts'
import { runAndStop } from '../started.ts'
import { choose, CONDITIONS, look, type Look } from './load-page.ts'
import { countWebFonts, weigh, type Weight } from './weigh.ts'

/** Measures the first seconds of a visitor with a cheap phone, and the downloaded bytes, beside their budgets. */
const ROUNDS = 7
const MOST = {
  pricesMs: 1_000,
  largestPaintMs: 1_500,
  dayChosenMs: 2_200,
  shift: 0,
  requests: 1,
  webFonts: 0,
} as const

interface Round extends Look {
  readonly dayChosen: number
  readonly loadAverage: number
}

await runAndStop(async stopLater => {
  const { origin } = await startStack({ name: 'of the store', root: ROOT }, stopLater)
  const url = `${origin}/`
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  stopLater({ stop: () => browser.close() })
  // The first load warms the server, not the browser: each round begins with an empty cache.
  await look(browser, url)
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const seen = { ...(await look(browser, url)), dayChosen: await choose(browser, url) }
    rounds.push({ ...seen, loadAverage: loadAverage() })
    console.log(`Round ${round} of ${ROUNDS}: prices after ${Math.round(pricesOf(seen))} ms`)
  }
  const weights = await weigh()
  const middle = mediansOf(rounds)
  const file = writeResults('first-view', {
    command: 'npm run bench:first-view',
    date: new Date().toISOString(),
    machine: describeMachine(),
    browser: `Chromium ${browser.version()}`,
    conditions: CONDITIONS,
    medians: middle,
    weights,
    webFonts: countWebFonts(),
    rounds,
  })
  const complaints = judge(middle, weights)
  printTable(middle, weights)
  console.log(`\nAll rounds: ${file}`)
  for (const complaint of complaints) console.error(`Over budget: ${complaint}`)
  if (complaints.length > 0) process.exitCode = 1
})

/** Both a price on the screen as it opens and the prices of the days. */
function pricesOf({ priceOnScreen, dayPrices }: Pick<Look, 'priceOnScreen' | 'dayPrices'>): number {
  return Math.max(priceOnScreen ?? Infinity, dayPrices)
}

interface Middle {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly priceOnScreenMs: number
  readonly dayPricesMs: number
  readonly dayChosenMs: number
  readonly blockedMs: number
  readonly layoutShift: number
  readonly requestsBeforePrices: number
  readonly kilobytes: number
}

function mediansOf(rounds: readonly Round[]): Middle {
  const ms = (value: (round: Round) => number): number => Math.round(median(rounds.map(value)))
  return {
    firstPaintMs: ms(round => round.firstPaint),
    largestPaintMs: ms(round => round.largestPaint),
    priceOnScreenMs: ms(round => round.priceOnScreen ?? Infinity),
    dayPricesMs: ms(round => round.dayPrices),
    dayChosenMs: ms(round => round.dayChosen),
    blockedMs: ms(round => round.blocked),
    layoutShift: Math.round(median(rounds.map(round => round.shift)) * 10_000) / 10_000,
    requestsBeforePrices: ms(round => round.requests),
    kilobytes: ms(round => round.bytes / 1000),
  }
}

function judge(middle: Middle, weights: readonly Weight[]): string[] {
  const prices = pricesOf({ priceOnScreen: middle.priceOnScreenMs, dayPrices: middle.dayPricesMs })
  const measured = [
    { what: 'ms until prices are visible', value: prices, most: MOST.pricesMs },
    { what: 'ms until the largest part is visible', value: middle.largestPaintMs, most: MOST.largestPaintMs },
    { what: 'ms until a day is chosen', value: middle.dayChosenMs, most: MOST.dayChosenMs },
    { what: 'of the page moves by itself', value: middle.layoutShift, most: MOST.shift },
    { what: 'requests before prices', value: middle.requestsBeforePrices, most: MOST.requests },
    { what: 'web fonts', value: countWebFonts(), most: MOST.webFonts },
    ...weights.map(({ what, bytes, most }) => ({ what: `bytes of ${what}`, value: bytes, most })),
  ]
  return measured
    .filter(({ value, most }) => value > most)
    .map(({ what, value, most }) => `${value} ${what}, ${most} allowed`)
}

function printTable(middle: Middle, weights: readonly Weight[]): void {
  console.log(`\n| median of ${ROUNDS} | |\n|---|---:|`)
  for (const [name, value] of Object.entries(middle)) console.log(`| ${name} | ${value} |`)
  console.log('\n| gzip | bytes | at most |\n|---|---:|---:|')
  for (const { what, bytes, most } of weights) console.log(`| ${what} | ${bytes} | ${most} |`)
}
