import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './chromium.ts'
import { ROOT, runSteps, type Step } from './run-steps.ts'
import { STATIC_STEPS } from './static-steps.ts'
import { countPlaywright, countVitest, removeReports } from './test-reports.ts'

const vitestReport = path.join(ROOT, '.cache', 'vitest.json')
const playwrightReport = path.join(ROOT, '.cache', 'playwright.json')

/** Before the tests: some start the whole server, which serves what is built here. */
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

/** Without a browser they fail rather than pass unseen. */
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

removeReports(vitestReport, playwrightReport)
const { passed, failed, skipped } = await runSteps([
  ...STATIC_STEPS,
  ...web,
  unitAndServer,
  ...browserSteps(),
])
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
