import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { ROOT } from '../run-steps.ts'
import { type Check, variantChecks, wholeChecks } from './checks.ts'
import { explore } from './explore.ts'
import { judgeCheck } from './judge-check.ts'

/**
 * Checks the model of a payment (`docs/models/README.md`): `npm run model`. Prints for each check what was expected and what
 * came, and ends with 1 when they differ. `-- --only FENCE` takes the checks whose title contains the word, and tells the
 * run that breaks a property; `-- --faults 2` looks at the whole model with more faults.
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, faults: { type: 'string', default: '1' } },
})

const MODEL = path.join(ROOT, 'docs', 'models', 'checkout-saga.pml')
const FOLDER = path.join(ROOT, '.cache', 'model')

const missing = ['spin', 'gcc'].filter(program => spawnSync(program, ['--version']).error !== undefined)
if (missing.length > 0)
  fail(`The model needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')} (Debian, Ubuntu).`)
if (!/^\d$/.test(values.faults)) fail('--faults takes a number from 0 to 9.')

const checks = [...wholeChecks(Number(values.faults)), ...variantChecks()].filter(
  ({ title }) => values.only === undefined || title.includes(values.only),
)
if (checks.length === 0) fail(`No check is called ${values.only}.`)

let differing = 0
for (const [index, check] of checks.entries()) if (!(await isAsExpected(check, index))) differing += 1
console.log(`\n${checks.length - differing} as expected, ${differing} otherwise`)
process.exit(differing === 0 ? 0 : 1)

async function isAsExpected(check: Check, index: number): Promise<boolean> {
  const folder = path.join(FOLDER, String(index + 1))
  const finding = await explore(MODEL, folder, check)
  const { report, trail } = finding
  const verdict = judgeCheck(check.breaks, finding)
  console.log(`\n${verdict.isAsExpected ? 'ok ' : 'NO '} ${check.title}`)
  console.log(`    expected: ${verdict.expected}; found: ${verdict.found}`)
  console.log(`    ${report.states} states, ${report.depth} steps deep, ${report.seconds} s`)
  if (trail === undefined) return verdict.isAsExpected
  const story = path.join(folder, 'trail.txt')
  writeFileSync(story, `${trail.steps.join('\n')}\n`)
  console.log(`    the run, ${trail.steps.length} events: ${path.relative(ROOT, story)}`)
  if (values.only !== undefined || !verdict.isAsExpected)
    for (const step of trail.steps) console.log(`      ${step}`)
  return verdict.isAsExpected
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
