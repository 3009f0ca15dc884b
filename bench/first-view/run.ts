import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'

import { prepareHeadlessChromium } from '../../tools/test/chromium.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { ROOT } from '../../tools/start/root.ts'
import { describeMachine } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { startStack, type Stack } from '../stack.ts'
import { runAndStop } from '../started.ts'
import { CONDITIONS, look } from './load-page.ts'
import { startOneWord } from './one-word.ts'
import {
  distancesOf,
  measureRound,
  mediansOf,
  type Middle,
  ratiosOf,
  type Round,
  visitIn,
  type Waits,
} from './rounds.ts'
import { countWebFonts, weigh, type Weight } from './weigh.ts'

/**
 * Measures the first seconds of a visitor with a cheap phone, and the downloaded bytes, beside their budgets: of a house that is drawn and
 * of both that show photographs. With `--against <commit>` the first house of that commit's program is measured as well, in turn.
 */
const { values } = parseArgs({ options: { against: { type: 'string' } } })
const ROUNDS = 7
const HOUSES = ['demo', 'azabudai-borderless', 'ruins'] as const
const OTHER = 'demo of the other program'

/**
 * How much later than a page of one word in the same run, in ms. Machines differ, and so do days: the line and the phone are in both, so that
 * the distance is the store's own (decision 74).
 */
const MOST_LATER: Waits = { prices: 230, largestPaint: 780, dayChosen: 1_400 }
/** Beside the other program in the same run. */
const MOST_RATIO = 1.03
const MOST = { shift: 0, requests: 1, webFonts: 0 } as const

const WAITS = ['prices', 'largestPaint', 'dayChosen'] as const

await runAndStop(async stopLater => {
  const against = values.against === undefined ? undefined : commitOf(values.against)
  const stack = await startStack({ name: 'of the store', root: ROOT }, stopLater)
  const pages: Array<readonly [string, string]> = HOUSES.map(key => [key, addressOf(stack, key)])
  if (against !== undefined) {
    installProgramOf(against)
    const other = await startStack({ name: against.slice(0, 7), root: rootOfCommit(against) }, stopLater)
    pages.push([OTHER, addressOf(other, 'demo')])
  }
  const word = await startOneWord(stopLater)
  const browser = await chromium.launch({ executablePath: prepareHeadlessChromium(), args: ['--no-sandbox'] })
  stopLater({ stop: () => browser.close() })
  // The first load warms the server, not the browser: each round begins with an empty cache.
  for (const [, url] of pages) await look(browser, url)
  const rounds: Round[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The order changes each round.
    rounds.push(await measureRound(browser, word, round % 2 === 0 ? pages.toReversed() : pages))
    console.log(`Round ${round} of ${ROUNDS}`)
  }
  const weights = await weigh()
  const measured = pages.map(([name]) => ({
    name,
    middle: mediansOf(rounds.map(round => visitIn(round, name))),
    later: distancesOf(rounds, name),
  }))
  const middles = Object.fromEntries(measured.map(({ name, middle }) => [name, middle]))
  const later = Object.fromEntries(measured.map(one => [one.name, one.later]))
  const ratios = against === undefined ? undefined : ratiosOf(rounds, 'demo', OTHER)
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
      medians: middles,
      laterThanOneWord: later,
      ...(ratios && { against: { commit: against, ratios } }),
      weights,
      webFonts: countWebFonts(),
    },
    { rounds },
  )
  printTable(`median of ${ROUNDS}`, middles)
  printTable('later than a page of one word, ms', later)
  if (ratios !== undefined) printTable('ratio', { 'to the other program': ratios })
  printWeights(weights)
  console.log(`\nAll rounds: ${file}`)
  const complaints = [
    ...measured.filter(({ name }) => name !== OTHER).flatMap(judgeHouse),
    ...WAITS.flatMap(wait =>
      ratios === undefined ? [] : complain(`× the other program: ${wait}`, ratios[wait], MOST_RATIO),
    ),
    ...judgeFiles(weights),
  ]
  for (const complaint of complaints) console.error(`Over budget: ${complaint}`)
  if (complaints.length > 0) process.exitCode = 1
})

function addressOf({ origin }: Stack, key: string): string {
  return key === 'demo' ? `${origin}/` : `${origin.replace('//', `//${key}.`)}/`
}

interface Measured {
  readonly name: string
  readonly middle: Middle
  readonly later: Waits
}

function judgeHouse({ name, middle, later }: Measured): string[] {
  return [
    ...WAITS.flatMap(wait => complain(`ms later at ${name}: ${wait}`, later[wait], MOST_LATER[wait])),
    ...complain(`of the page of ${name} moves by itself`, middle.layoutShift, MOST.shift),
    ...complain(`requests before prices at ${name}`, middle.requestsBeforePrices, MOST.requests),
  ]
}

function judgeFiles(weights: readonly Weight[]): string[] {
  return [
    ...complain('web fonts', countWebFonts(), MOST.webFonts),
    ...weights.flatMap(({ what, bytes, most }) => complain(`bytes of ${what}`, bytes, most)),
  ]
}

function complain(what: string, value: number, most: number): string[] {
  return value > most ? [`${value} ${what}, ${most} allowed`] : []
}

function printTable(title: string, columns: Readonly<Record<string, Middle | Waits>>): void {
  const names = Object.keys(columns)
  const rows = Object.values(columns).map(column => Object.entries(column))
  console.log(`\n| ${title} | ${names.join(' | ')} |\n|---|${'---:|'.repeat(names.length)}`)
  for (const [row, [what]] of (rows[0] ?? []).entries())
    console.log(`| ${what} | ${rows.map(column => column[row]?.[1]).join(' | ')} |`)
}

function printWeights(weights: readonly Weight[]): void {
  console.log('\n| gzip | bytes | at most |\n|---|---:|---:|')
  for (const { what, bytes, most } of weights) console.log(`| ${what} | ${bytes} | ${most} |`)
}
