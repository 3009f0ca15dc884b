import { ROOT } from '../start/root.ts'
import { runSteps } from './run-steps.ts'
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
import { timesTable } from './test-times.ts'

removeReports(VITEST_REPORT, VITEST_TIMES, PLAYWRIGHT_REPORT)
const result = await runSteps([
  ...staticStages(WEB_BUILD),
  WEB_BUDGET,
  // One after the other: side by side they take as long, for each keeps the cores busy, and a story waits for a machine that is not.
  vitestStep('Unit and server tests'),
  ...browserSteps(),
])
const { passed, failed, skipped } = result.count
const files = [...vitestFileTimes(VITEST_TIMES), ...playwrightFileTimes(PLAYWRIGHT_REPORT, ROOT)]
console.log(`\n${timesTable({ seconds: result.seconds, steps: result.times, files })}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
