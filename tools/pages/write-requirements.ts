/**
 * Writes the page of coverage: the tests that hold each requirement. Fails when a row has neither a test nor a reason, or
 * when a test cites a row that is not part of the product.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { COVERAGE_PAGE, coveragePage } from '../check/coverage-page.ts'
import { coverageFaults, coverageOf, readEvidence } from '../check/requirement-coverage.ts'
import { ROOT } from '../start/root.ts'

const file = path.join(ROOT, COVERAGE_PAGE)
const evidence = readEvidence(ROOT)
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, coveragePage(coverageOf(evidence)))

const faults = coverageFaults(evidence)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
