/** Writes `docs/errors.md`; with `--check` it only compares the page with what it would write. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { errorsPage } from './errors-page.ts'
import { ROOT } from '../start/root.ts'

const file = path.join(ROOT, 'docs/errors.md')
const page = errorsPage()

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/errors.md is not what the contract says: npm run docs:errors')
  process.exitCode = 1
}
