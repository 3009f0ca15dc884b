import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  keepPassed,
  openProofState,
  type PartOutcome,
  PROOF_PARTS,
  type ProofPart,
  sourceKey,
} from './proof-parts.ts'
import { ROOT } from '../start/root.ts'
import { runSteps } from './run-steps.ts'
import { removeReports } from './test-reports.ts'
import { PLAYWRIGHT_REPORT, VITEST_REPORT } from './test-steps.ts'

/**
 * Every combination of everything: `npm run proof` runs the parts that this source has not passed yet, so that it can be
 * ended at any time and taken up again. What passes is kept with its time in docs/evidence. `-- --part 2` runs one part, passed or not, and so does its name if it has one; `-- --list` says what has passed.
 */
const { values } = parseArgs({ options: { part: { type: 'string' }, list: { type: 'boolean' } } })

/** A part that takes longer finds no hour of the machine: split it. */
const MOST_MINUTES = 60

const source = sourceKey(ROOT)
const state = openProofState(path.join(ROOT, '.cache', 'proof'), source)

// Heard by every process that a step starts.
process.env['PROOF'] = 'whole'
if (values.list !== true) for (const part of chosenParts(values.part)) await prove(part)
tell()

function chosenParts(asked: string | undefined): readonly ProofPart[] {
  if (asked === undefined) return PROOF_PARTS.filter(part => !hasPassed(part))
  const part = PROOF_PARTS[Number(asked) - 1] ?? PROOF_PARTS.find(({ name }) => name === asked)
  if (part !== undefined) return [part]
  console.error(`There is no part ${asked}: they are 1 to ${PROOF_PARTS.length}.`)
  process.exit(1)
}

async function prove({ title, steps }: ProofPart): Promise<void> {
  console.log(`\n══ ${title}`)
  removeReports(VITEST_REPORT, PLAYWRIGHT_REPORT)
  const startedMs = performance.now()
  const { count } = await runSteps(steps)
  if (sourceKey(ROOT) !== source) {
    console.error('The source has changed meanwhile: what has passed says nothing of it.')
    process.exit(1)
  }
  const outcome = { ...count, seconds: Math.round((performance.now() - startedMs) / 1000) }
  state.keep(title, outcome)
  if (outcome.failed === 0) keepPassed(ROOT, title, outcome)
}

function hasPassed({ title }: ProofPart): boolean {
  return state.outcomeOf(title)?.failed === 0
}

/** Prints how each part ended, and ends with 1 when one has failed. */
function tell(): void {
  const outcomes = PROOF_PARTS.map(({ title }) => state.outcomeOf(title))
  console.log()
  for (const [index, { title }] of PROOF_PARTS.entries())
    console.log(`${index + 1}. ${title}: ${wordsOf(outcomes[index])}`)
  const sum = (field: 'passed' | 'failed' | 'skipped'): number =>
    outcomes.reduce((total, outcome) => total + (outcome?.[field] ?? 0), 0)
  const skipped = sum('skipped')
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  process.exit(sum('failed') === 0 ? 0 : 1)
}

function wordsOf(outcome: PartOutcome | undefined): string {
  if (outcome === undefined) return 'not run'
  const minutes = outcome.seconds / 60
  const isTooLong = minutes > MOST_MINUTES ? `, more than ${MOST_MINUTES}` : ''
  return `${outcome.passed} passed, ${outcome.failed} failed, ${minutes.toFixed(1)} minutes${isTooLong}`
}
