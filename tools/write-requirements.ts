/**
 * Writes `docs/requirements/coverage.md`; with `--check` it only looks whether the page is what it would write. Either way it fails
 * when a row has neither a test nor a reason, or when a test cites a row that is not part of the product.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { coveragePage } from './coverage-page.ts'
import { coverageFaults, coverageOf, readEvidence } from './requirement-coverage.ts'
import { ROOT } from './run-steps.ts'

const file = path.join(ROOT, 'docs/requirements/coverage.md')
const evidence = readEvidence(ROOT)
const page = coveragePage(coverageOf(evidence))
const faults = coverageFaults(evidence)

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page)
  faults.push('docs/requirements/coverage.md is not what the tests say: npm run docs:requirements')

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
