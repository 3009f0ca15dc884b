import { runSteps } from '../test/run-steps.ts'
import { vitestStep, WEB_BUILD } from '../test/test-steps.ts'

/** The rolling restart behind nginx: too long for `npm run proof`, so it has a command of its own. */
// Heard by Vitest, which else knows no drills.
process.env['PROOF'] = 'restart'
const { count } = await runSteps([
  { title: 'Programs of Debian', command: ['node', 'tools/test/check-debian-programs.ts', 'nginx'] },
  WEB_BUILD,
  vitestStep('Drill of a restart', ['--project=restart']),
])
process.exit(count.failed === 0 ? 0 : 1)
