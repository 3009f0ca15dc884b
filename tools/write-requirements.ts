/**
 * Writes `docs/requirements/coverage.md`; with `--check` it only looks whether the page is what it would write, and whether
 * each row of the sections that the product has whole is held by something.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { coveragePage } from './coverage-page.ts'
import { readCoverage, uncovered } from './requirement-coverage.ts'
import { ROOT } from './run-steps.ts'

/** Sections in which every row must be held. */
const WHOLE = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5', 'R-8', 'R-9', 'S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'S-6']

const file = path.join(ROOT, 'docs/requirements/coverage.md')
const rows = readCoverage(ROOT)
const page = coveragePage(rows)
const open = uncovered(rows).filter(({ id }) => WHOLE.includes(id.split('.')[0] ?? ''))

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page)
  fail('docs/requirements/coverage.md is not what the tests say: npm run docs:requirements')
if (open.length > 0)
  fail(`no test cites these rows:\n${open.map(({ id, text }) => `  ${id} ${text}`).join('\n')}`)

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
