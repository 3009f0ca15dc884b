import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'

import { findChromium } from '../../tools/chromium.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/program-of-commit.ts'
import { ROOT } from '../../tools/run-steps.ts'
import { describeMachine } from '../machine.ts'
import { writeResults } from '../results.ts'
import { startStack } from '../stack.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { CONDITIONS, look } from './load-page.ts'
import { measureRound, mediansOf, type Middle, pricesOf, ratiosOf, type Round } from './rounds.ts'
import { countWebFonts, weigh, type Weight } from './weigh.ts'

/**
 * Measures the first seconds of a visitor with a cheap phone, and the downloaded bytes, beside their budgets; with `--against <commit>`
 * beside the program of that commit as well, in turn.
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

await runAndStop(async stopLater => {
  const against = values.against === undefined ? undefined : commitOf(values.against)
  const stack = await startStack({ name: 'of the store', root: ROOT }, stopLater)
  const other = against === undefined ? undefined : await startOther(against, stopLater)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  stopLater({ stop: () => browser.close() })
  const rounds: Round[] = []
  const before: Round[] = []
  // The first load warms the server, not the browser: each round begins with an empty cache.
  await look(browser, `${stack.origin}/`)
  if (other !== undefined) await look(browser, `${other.origin}/`)
  for (let round = 1; round <= ROUNDS; round += 1) {
    // In another order each round.
    const isOtherFirst = round % 2 === 0
    if (other !== undefined && isOtherFirst) before.push(await measureRound(browser, other))
    const seen = await measureRound(browser, stack)
    if (other !== undefined && !isOtherFirst) before.push(await measureRound(browser, other))
    rounds.push(seen)
    console.log(`Round ${round} of ${ROUNDS}: prices after ${Math.round(pricesOf(seen))} ms`)
  }
  const weights = await weigh()
  const middle = mediansOf(rounds)
  const compared = against !== undefined && {
    against: {
      commit: against,
      medians: mediansOf(before),
      ratios: ratiosOf(rounds, before),
      rounds: before,
    },
  }
  const file = writeResults('first-view', {
    command: ['npm run bench:first-view', ...(against === undefined ? [] : [`-- --against ${against}`])].join(
      ' ',
    ),
    date: new Date().toISOString(),
    machine: describeMachine(),
    browser: `Chromium ${browser.version()}`,
    conditions: CONDITIONS,
    medians: middle,
    ...compared,
    weights,
    webFonts: countWebFonts(),
    rounds,
  })
  const complaints = judge(middle, weights)
  printTable(middle, compared === false ? undefined : compared.against.medians)
  if (compared !== false) console.log('\nOf the other:', JSON.stringify(compared.against.ratios))
  printWeights(weights)
  console.log(`\nAll rounds: ${file}`)
  for (const complaint of complaints) console.error(`Over budget: ${complaint}`)
  if (complaints.length > 0) process.exitCode = 1
})

async function startOther(commit: string, stopLater: StopLater): ReturnType<typeof startStack> {
  installProgramOf(commit)
  return startStack({ name: commit.slice(0, 7), root: rootOfCommit(commit) }, stopLater)
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

function printTable(middle: Middle, before: Middle | undefined): void {
  const columns: ReadonlyArray<readonly number[]> = [middle, before ?? {}].map(one => Object.values(one))
  console.log(`\n| median of ${ROUNDS} | this | ${before === undefined ? '' : 'before'} |\n|---|---:|---:|`)
  for (const [row, name] of Object.keys(middle).entries())
    console.log(`| ${name} | ${columns.map(column => column[row] ?? '').join(' | ')} |`)
}

function printWeights(weights: readonly Weight[]): void {
  console.log('\n| gzip | bytes | at most |\n|---|---:|---:|')
  for (const { what, bytes, most } of weights) console.log(`| ${what} | ${bytes} | ${most} |`)
}
