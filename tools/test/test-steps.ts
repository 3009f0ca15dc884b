import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { prepareHeadlessChromium } from './chromium.ts'
import { ROOT } from '../start/root.ts'
import { type Step } from './run-steps.ts'
import { countPlaywright, countVitest } from './test-reports.ts'

export const VITEST_REPORT = path.join(ROOT, '.cache', 'vitest.json')
/** The seconds of each file, from `file-times-reporter.ts`. */
export const VITEST_TIMES = path.join(ROOT, '.cache', 'vitest-times.json')
export const PLAYWRIGHT_REPORT = path.join(ROOT, '.cache', 'playwright.json')

/** Before the tests: some start the whole server, which serves what is built here. */
export const WEB_BUILD: Step = { title: 'Web build', command: ['node', 'tools/start/build-web.ts'] }
export const WEB_BUDGET: Step = { title: 'Web budget', command: ['node', 'apps/web/check-budget.ts'] }

/** @param choice which files, as the command line of Vitest says it. */
export function vitestStep(title: string, choice: readonly string[] = []): Step {
  return {
    title,
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path.relative(ROOT, VITEST_REPORT)}`,
      '--reporter=./tools/test/file-times-reporter.ts',
      `--outputFile.times=${path.relative(ROOT, VITEST_TIMES)}`,
      ...choice,
    ],
    count: () => countVitest(VITEST_REPORT),
  }
}

/** Without a browser they fail rather than pass unseen. */
export function browserSteps(): Step[] {
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
      environment: () => ({
        CHROMIUM_PATH: prepareHeadlessChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
      }),
      count: () => countPlaywright(PLAYWRIGHT_REPORT),
    },
  ]
}
