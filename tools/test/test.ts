import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../start/root.ts'
import { runSteps, type StepsResult } from './run-steps.ts'
import { staticStages } from './static-steps.ts'
import { playwrightFileTimes, removeReports, vitestFileTimes } from './test-reports.ts'
import {
  browserSteps,
  PLAYWRIGHT_REPORT,
  VITEST_REPORT,
  VITEST_TIMES,
  vitestStep,
  WEB_BUDGET,
  WEB_BUILD,
} from './test-steps.ts'
import { TIMES_FILE, timesOf, timesTable } from './test-times.ts'

/** Prints where the time went, and keeps it. */
function tellTimes({ count: { passed, failed }, seconds, times: steps }: StepsResult): void {
  const files = [...vitestFileTimes(VITEST_TIMES), ...playwrightFileTimes(PLAYWRIGHT_REPORT, ROOT)]
  const spent = timesOf({ root: ROOT, passed, failed, seconds, steps, files })
  mkdirSync(path.dirname(TIMES_FILE), { recursive: true })
  writeFileSync(TIMES_FILE, `${JSON.stringify(spent, null, 2)}\n`)
  console.log(`\n${timesTable(spent)}\n\nTo keep them in bench/results: npm run test:times`)
}

removeReports(VITEST_REPORT, VITEST_TIMES, PLAYWRIGHT_REPORT)
const result = await runSteps([
  ...staticStages(WEB_BUILD),
  WEB_BUDGET,
  // One after the other: side by side they take as long, for each keeps the cores busy, and a story waits for a machine that is not.
  vitestStep('Unit and server tests'),
  ...browserSteps(),
])
const { passed, failed, skipped } = result.count
tellTimes(result)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
