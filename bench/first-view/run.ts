import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'

import { prepareHeadlessChromium } from '../../tools/test/chromium.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { ROOT } from '../../tools/start/root.ts'
import { describeMachine } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { startStack } from '../stack.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { CONDITIONS, look } from './load-page.ts'
import {
  measureRound,
  mediansOf,
  type Middle,
  pricesOf,
  type Ratios,
  ratiosOf,
  type Round,
} from './rounds.ts'
import { countWebFonts, weigh, type Weight } from './weigh.ts'

/**
 * Measures the first seconds of a visitor with a cheap phone, and the downloaded bytes, beside their budgets; with `--against <commit>`
 * beside the program of that commit as well, in turn. Beside the baseline, the limits apply to scaled times.
 */
const { values } = parseArgs({ options: { against: { type: 'string' } } })
const ROUNDS = 7
const MOST = {
  pricesMs: 1_000,
  largestPaintMs: 1_500,
  dayChosenMs: 2_200,
  shift: 0,
  requests: 1,
  webFonts: 0,
} as const

/**
 * The program beside which the limits were written, and its medians of 22 November 2026. Machines differ, and so do days, so limits in ms only mean
 * something for that run. Times are scaled to it: the ratio of the two programs in this run, times the baseline's medians (decision 74).
 */
const BASELINE = {
  commit: 'f05b93ec97b98dc49d0b65f4014d6919492dd178',
  pricesMs: 989,
  largestPaintMs: 1_420,
  dayChosenMs: 2_411,
} as const

await runAndStop(async stopLater => {
  const against = values.against === undefined ? undefined : commitOf(values.against)
  const stack = await startStack({ name: 'of the store', root: ROOT }, stopLater)
  const other = against === undefined ? undefined : await startOther(against, stopLater)
  const browser = await chromium.launch({ executablePath: prepareHeadlessChromium(), args: ['--no-sandbox'] })
  stopLater({ stop: () => browser.close() })
  const rounds: Round[] = []
  const otherRounds: Round[] = []
  // The first load warms the server, not the browser: each round begins with an empty cache.
  await look(browser, `${stack.origin}/`)
  if (other !== undefined) await look(browser, `${other.origin}/`)
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The order changes each round.
    const isOtherFirst = round % 2 === 0
    if (other !== undefined && isOtherFirst) otherRounds.push(await measureRound(browser, other))
    const seen = await measureRound(browser, stack)
    if (other !== undefined && !isOtherFirst) otherRounds.push(await measureRound(browser, other))
    rounds.push(seen)
    console.log(`Round ${round} of ${ROUNDS}: prices after ${Math.round(pricesOf(seen))} ms`)
  }
  const weights = await weigh()
  const middle = mediansOf(rounds)
  const comparison = against === undefined ? undefined : compare(against, rounds, otherRounds)
  const file = writeResults(
    'first-view',
    {
      command: [
        'npm run bench:first-view',
        ...(against === undefined ? [] : [`-- --against ${against}`]),
      ].join(' '),
      date: new Date().toISOString(),
      machine: describeMachine(),
      browser: `Chromium ${browser.version()}`,
      conditions: CONDITIONS,
      medians: middle,
      ...(comparison && { against: comparison }),
      weights,
      webFonts: countWebFonts(),
    },
    { rounds },
  )
  const complaints = judge(middle, comparison?.scaled, weights)
  printTable(middle, comparison?.medians)
  if (comparison !== undefined)
    console.log('\nRatios to the other program:', JSON.stringify(comparison.ratios))
  if (comparison?.scaled !== undefined)
    console.log('Scaled to the baseline:', JSON.stringify(comparison.scaled))
  printWeights(weights)
  console.log(`\nAll rounds: ${file}`)
  for (const complaint of complaints) console.error(`Over budget: ${complaint}`)
  if (complaints.length > 0) process.exitCode = 1
})

async function startOther(commit: string, stopLater: StopLater): ReturnType<typeof startStack> {
  installProgramOf(commit)
  return startStack({ name: commit.slice(0, 7), root: rootOfCommit(commit) }, stopLater)
}

interface Comparison {
  readonly commit: string
  readonly medians: Middle
  readonly ratios: Ratios
  /** Undefined beside any program but the baseline. */
  readonly scaled: Times | undefined
  readonly rounds: readonly Round[]
}

function compare(commit: string, rounds: readonly Round[], otherRounds: readonly Round[]): Comparison {
  const ratios = ratiosOf(rounds, otherRounds)
  const scaled = commit === BASELINE.commit ? scaleToBaseline(ratios) : undefined
  return { commit, medians: mediansOf(otherRounds), ratios, scaled, rounds: otherRounds }
}

interface Times {
  readonly pricesMs: number
  readonly largestPaintMs: number
  readonly dayChosenMs: number
}

function timesOf({ priceOnScreenMs, dayPricesMs, largestPaintMs, dayChosenMs }: Middle): Times {
  const pricesMs = pricesOf({ priceOnScreen: priceOnScreenMs, dayPrices: dayPricesMs })
  return { pricesMs, largestPaintMs, dayChosenMs }
}

function scaleToBaseline({ prices, largestPaint, dayChosen }: Ratios): Times {
  return {
    pricesMs: Math.round(prices * BASELINE.pricesMs),
    largestPaintMs: Math.round(largestPaint * BASELINE.largestPaintMs),
    dayChosenMs: Math.round(dayChosen * BASELINE.dayChosenMs),
  }
}

function judge(middle: Middle, scaled: Times | undefined, weights: readonly Weight[]): string[] {
  const times = scaled ?? timesOf(middle)
  const ms = scaled === undefined ? 'ms' : 'ms (scaled)'
  const measured = [
    { what: `${ms} until prices are visible`, value: times.pricesMs, most: MOST.pricesMs },
    {
      what: `${ms} until the largest part is visible`,
      value: times.largestPaintMs,
      most: MOST.largestPaintMs,
    },
    { what: `${ms} until a day is chosen`, value: times.dayChosenMs, most: MOST.dayChosenMs },
    { what: 'of the page moves by itself', value: middle.layoutShift, most: MOST.shift },
    { what: 'requests before prices', value: middle.requestsBeforePrices, most: MOST.requests },
    { what: 'web fonts', value: countWebFonts(), most: MOST.webFonts },
    ...weights.map(({ what, bytes, most }) => ({ what: `bytes of ${what}`, value: bytes, most })),
  ]
  return measured
    .filter(({ value, most }) => value > most)
    .map(({ what, value, most }) => `${value} ${what}, ${most} allowed`)
}

function printTable(middle: Middle, other: Middle | undefined): void {
  const columns: ReadonlyArray<readonly number[]> = [middle, other ?? {}].map(one => Object.values(one))
  console.log(`\n| median of ${ROUNDS} | this | ${other === undefined ? '' : 'other'} |\n|---|---:|---:|`)
  for (const [row, name] of Object.keys(middle).entries())
    console.log(`| ${name} | ${columns.map(column => column[row] ?? '').join(' | ')} |`)
}

function printWeights(weights: readonly Weight[]): void {
  console.log('\n| gzip | bytes | at most |\n|---|---:|---:|')
  for (const { what, bytes, most } of weights) console.log(`| ${what} | ${bytes} | ${most} |`)
}
