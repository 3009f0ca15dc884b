/**
 * Makes small mistakes in product code and checks whether the tests notice: `npm run mutants`. It works on the last
 * commit, in a work tree of its own, and continues where an earlier run with the same seed stopped.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { describeMachine } from '../machine.ts'
import { writeResults } from '../results.ts'
import { ROOT } from '../../start/root.ts'
import { createWorkTree } from '../work-tree.ts'
import { AREAS, type Area, testFiles } from './areas.ts'
import { drawMutants, type Mutant } from './draw.ts'
import { mutantLine, mutantsTable, openVerdicts, scoresOf, type Tried, type Verdict } from './progress.ts'
import { runTests } from './run-tests.ts'
import { applyEdit } from './sql-edits.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    /** The number of one mutant of the list, to try it again. */
    only: { type: 'string' },
    minutes: { type: 'string', default: '90' },
    /** Shows the mutants and tries none. */
    list: { type: 'boolean', default: false },
  },
})
/** The limit until the tests of an area were timed without a mistake. */
const FIRST_LIMIT_MS = 15 * 60_000
const SLOWER = 2
const LEAST_LIMIT_MS = 60_000

const [seed, count, minutes] = [whole(values.seed), whole(values.count), whole(values.minutes)]
const only = values.only === undefined ? undefined : whole(values.only)
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
const mutants = drawMutants(ROOT, seed, count)
const verdicts = openVerdicts(path.join(ROOT, '.cache', 'mutants'), `${commit}-${seed}-${count}`)

if (values.list) for (const index of mutants.keys()) tell(index)
else await tryAll()

async function tryAll(): Promise<void> {
  const endsMs = performance.now() + minutes * 60_000
  const tree = createWorkTree(ROOT)
  process.once('exit', () => tree.remove())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const limits = new Map<string, number>()
  for (const [index, mutant] of mutants.entries()) {
    const isLeft = (verdicts.of(index)?.result ?? 'broken') === 'broken'
    if (only === undefined ? !isLeft : only !== index + 1) continue
    const limitMs = limits.get(mutant.area) ?? (await timeUnchanged(tree.folder, areaOf(mutant)))
    limits.set(mutant.area, limitMs)
    if (performance.now() + limitMs > endsMs) {
      console.log('The time is over; the same command goes on from here.')
      break
    }
    verdicts.keep(index, await tryOne(tree.folder, mutant, limitMs))
    tell(index)
  }
  const all = tried()
  console.log(`\n${mutantsTable(all)}`)
  const kept = { command: 'npm run mutants', date: new Date().toISOString(), machine: describeMachine() }
  const survivors = all.filter(({ verdict }) => verdict?.result === 'survived').map(({ mutant }) => mutant)
  const summary = { ...kept, seed, count, commit, scores: scoresOf(all), survivors }
  console.log(`\nAll of them: ${writeResults('mutants', summary, { mutants: all })}`)
}

function tried(): readonly Tried[] {
  return mutants.map((mutant, index) => ({ mutant, verdict: verdicts.of(index) }))
}

function tell(index: number): void {
  const one = tried()[index]
  if (one !== undefined) console.log(`${index + 1}. ${mutantLine(one)}`)
}

/** The tests must pass without a mistake, or the run proves nothing. Returns how long they may take with one, in ms. */
async function timeUnchanged(folder: string, area: Area): Promise<number> {
  const { result, by, seconds } = await testsOf(folder, area, FIRST_LIMIT_MS)
  if (result !== 'survived')
    fail(`without a mistake the tests of ${area.name} are not green: ${result} ${by}`)
  console.log(`(${area.name}: its tests take ${seconds} s)`)
  return Math.max(LEAST_LIMIT_MS, seconds * 1000 * SLOWER)
}

async function tryOne(folder: string, mutant: Mutant, limitMs: number): Promise<Verdict> {
  const file = path.join(folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, applyEdit(source, mutant))
  const verdict = await testsOf(folder, areaOf(mutant), limitMs)
  writeFileSync(file, source)
  return verdict
}

/** The tests beside the source; those elsewhere only when the first ones passed. */
async function testsOf(
  folder: string,
  area: Area,
  limitMs: number,
): Promise<Verdict & { readonly seconds: number }> {
  const { near, further } = testFiles(folder, area)
  const started = performance.now()
  const passedMs = (): number => performance.now() - started
  let verdict: Verdict = { result: 'survived', by: '' }
  for (const files of [near, further])
    if (files.length > 0 && verdict.result === 'survived')
      verdict = await runTests({ folder, project: area.project, files, limitMs: limitMs - passedMs() })
  return { ...verdict, seconds: Math.round(passedMs() / 100) / 10 }
}

function areaOf({ area }: Mutant): Area {
  return AREAS.find(({ name }) => name === area) ?? fail(`there is no area ${area}`)
}

function whole(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail(`not a number: ${text}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
