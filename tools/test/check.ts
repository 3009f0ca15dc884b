import { runSteps } from './run-steps.ts'
import { staticStages } from './static-steps.ts'

/** The quick half of `npm test`, for before a commit: nothing is built or started. */
const { count } = await runSteps(staticStages())
process.exit(count.failed === 0 ? 0 : 1)
