import { runSteps } from './run-steps.ts'
import { vitestStep, WEB_STEPS } from './test-steps.ts'

/** The rolling restart behind nginx alone; `npm run proof` runs it with the other drills of the neighbours. */
// Heard by Vitest, which else knows no drills.
process.env['PROOF'] = 'whole'
const { count } = await runSteps([
  { title: 'Programs of Debian', command: ['node', 'tools/check-debian-programs.ts'] },
  ...WEB_STEPS.slice(0, 1),
  vitestStep('Drill of a restart', ['--project=neighbours', 'rolling-restart']),
])
process.exit(count.failed === 0 ? 0 : 1)
