import { chromium } from '@playwright/test'

import { prepareHeadlessChromium } from '../../tools/test/chromium.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { writeResults } from '../../tools/test/results.ts'
import { startStack } from '../stack.ts'
import { runAndStop } from '../started.ts'
import { buyVisit } from './buy-visit.ts'
import { CONDITIONS, look, type Look } from './load-page.ts'
import { weigh } from './weigh.ts'

/** Measures the calendar that moves a visit beside the order page: the same phone, the same network, an empty cache, in turn. */
const ROUNDS = 7

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const stack = await startStack({ name: 'of the store', root: ROOT }, stopLater)
  const token = await buyVisit(stack)
  const pages = {
    'order page': `${stack.origin}/`,
    'change calendar': `${stack.origin}/#/tickets/changedate/${token}`,
  }
  const browser = await chromium.launch({ executablePath: prepareHeadlessChromium(), args: ['--no-sandbox'] })
  stopLater({ stop: () => browser.close() })
  for (const url of Object.values(pages)) await look(browser, url)
  const rounds: Array<Record<string, Look>> = []
  const loads: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const seen: Record<string, Look> = {}
    for (const [name, url] of Object.entries(pages)) seen[name] = await look(browser, url)
    rounds.push(seen)
    loads.push(loadAverage())
    console.log(`Round ${round} of ${ROUNDS}`)
  }
  const medians = Object.fromEntries(
    Object.keys(pages).map(name => {
      const of = (value: (one: Look) => number): number =>
        median(rounds.flatMap(round => (round[name] === undefined ? [] : [value(round[name])])))
      return [
        name,
        {
          firstPaintMs: Math.round(of(one => one.firstPaint)),
          largestPaintMs: Math.round(of(one => one.largestPaint)),
          dayPricesMs: Math.round(of(one => one.dayPrices)),
          blockedMs: Math.round(of(one => one.blocked)),
          layoutShift: Math.round(of(one => one.shift) * 10_000) / 10_000,
          requestsBeforePrices: of(one => one.requests),
          kilobytes: Math.round(of(one => one.bytes / 1000)),
        },
      ]
    }),
  )
  const overBudget = (await weigh()).filter(({ bytes, most }) => bytes > most)
  const file = writeResults(
    'change-calendar',
    {
      command: 'npm run bench:change-calendar',
      date: new Date().toISOString(),
      machine: describeMachine(),
      browser: `Chromium ${browser.version()}`,
      conditions: CONDITIONS,
      medians,
      overBudget,
      loads,
    },
    { rounds },
  )
  console.table(medians)
  console.log(`All rounds: ${file}`)
  for (const { what } of overBudget) console.error(`Over budget: ${what}`)
  if (overBudget.length > 0) process.exitCode = 1
})
