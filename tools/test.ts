import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './chromium.ts'
import { ROOT, runSteps, type Step, type StepsResult } from './run-steps.ts'
import { STATIC_STEPS } from './static-steps.ts'
import { playwrightFileTimes, vitestFileTimes } from './test-file-times.ts'
import { countPlaywright, countVitest, removeReports } from './test-reports.ts'
import { TIMES_FILE, timesOf, timesTable } from './test-times.ts'

const vitestReport = path.join(ROOT, '.cache', 'vitest.json')
const playwrightReport = path.join(ROOT, '.cache', 'playwright.json')

/** Runs before the tests: some start the whole server, which serves what is built here. */
const web: Step[] = [
  { title: 'Web build', command: ['node', 'tools/build-web.ts'] },
  { title: 'Web budget', command: ['node', 'apps/web/check-budget.ts'] },
]

const unitAndServer: Step = {
  title: 'Unit and server tests',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.relative(ROOT, vitestReport)}`,
  ],
  count: () => countVitest(vitestReport),
}

/** Without a browser they fail, because a skipped test would look like a passed one. */
function browserSteps(): Step[] {
  const config = 'e2e/playwright.config.ts'
  if (
    !existsSync(path.join(ROOT, config)) ||
    globSync('e2e/**/*.{test,spec}.ts', { cwd: ROOT, exclude: ['**/node_modules'] }).length === 0
  )
    return []
  return [
    {
      title: 'Browser flows',
      command: ['playwright', 'test', '-c', config, '--reporter=list,json'],
      environment: () => ({ CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport }),
      count: () => countPlaywright(playwrightReport),
    },
  ]
}

/** Prints where the time went, and keeps it. */
function tellTimes({ count: { passed, failed }, times: steps }: StepsResult): void {
  const files = [...vitestFileTimes(vitestReport, ROOT), ...playwrightFileTimes(playwrightReport, ROOT)]
  const spent = timesOf({ root: ROOT, passed, failed, steps, files })
  mkdirSync(path.dirname(TIMES_FILE), { recursive: true })
  writeFileSync(TIMES_FILE, `${JSON.stringify(spent, null, 2)}\n`)
  console.log(`\n${timesTable(spent)}\n\nTo keep them in bench/results: npm run test:times`)
}

removeReports(vitestReport, playwrightReport)
const result = await runSteps([...STATIC_STEPS, ...web, unitAndServer, ...browserSteps()])
const { passed, failed, skipped } = result.count
tellTimes(result)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
