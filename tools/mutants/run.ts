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
import { ROOT } from '../run-steps.ts'
import { createWorkTree } from '../work-tree.ts'
import { AREAS, type Area, missingFolders, testFiles } from './areas.ts'
import { applyEdit } from './edit.ts'
import { keepProgress, openProgress, type TriedMutant } from './progress.ts'
import { mutantLine, mutantsTable, scoresOf } from './report.ts'
import { runTests, type Verdict } from './run-tests.ts'

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

const missing = missingFolders(ROOT, AREAS)
if (missing.length > 0) fail(`tools/mutants/areas.ts names what is not there:\n  ${missing.join('\n  ')}`)

const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
const progress = openProgress({ root: ROOT, seed: whole(values.seed), count: whole(values.count), commit })
const only = values.only === undefined ? undefined : whole(values.only)

if (values.list) {
  for (const [index, mutant] of progress.mutants.entries()) console.log(`${index + 1}. ${mutantLine(mutant)}`)
} else await tryAll()

async function tryAll(): Promise<void> {
  const endsMs = performance.now() + whole(values.minutes) * 60_000
  const tree = createWorkTree(ROOT)
  process.once('exit', () => tree.remove())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const limits = new Map<string, number>()
  for (const [index, mutant] of progress.mutants.entries()) {
    const isWanted =
      only === undefined ? mutant.result === null || mutant.result === 'broken' : only === index + 1
    if (!isWanted) continue
    const area = areaOf(mutant)
    const limitMs = limits.get(area.name) ?? (await timeUnchanged(tree.folder, area))
    limits.set(area.name, limitMs)
    if (performance.now() + limitMs > endsMs) {
      console.log('The time is over; the same command goes on from here.')
      break
    }
    Object.assign(mutant, await tryOne(tree.folder, mutant, limitMs))
    keepProgress(ROOT, progress)
    console.log(`${index + 1}. ${mutantLine(mutant)}`)
  }
  console.log(`\n${mutantsTable(progress)}`)
  const kept = { command: 'npm run mutants', date: new Date().toISOString(), machine: describeMachine() }
  console.log(
    `\nAll of them: ${writeResults('mutants', { ...kept, scores: scoresOf(progress), ...progress })}`,
  )
}

/** The tests must pass without a mistake, or the run proves nothing. Returns how long they may take with one, in ms. */
async function timeUnchanged(folder: string, area: Area): Promise<number> {
  const started = performance.now()
  const verdict = await testsOf(folder, area, FIRST_LIMIT_MS)
  if (verdict.kind !== 'passed')
    fail(`without a mistake the tests of ${area.name} are not green: ${JSON.stringify(verdict)}`)
  const spent = performance.now() - started
  console.log(`(${area.name}: its tests take ${Math.round(spent / 1000)} s)`)
  return Math.max(LEAST_LIMIT_MS, spent * SLOWER)
}

async function tryOne(
  folder: string,
  mutant: TriedMutant,
  limitMs: number,
): Promise<Pick<TriedMutant, 'result' | 'seconds' | 'by'>> {
  const file = path.join(folder, mutant.file)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, applyEdit(source, mutant))
  const started = performance.now()
  const verdict = await testsOf(folder, areaOf(mutant), limitMs)
  writeFileSync(file, source)
  return { ...resultOf(verdict), seconds: Math.round((performance.now() - started) / 100) / 10 }
}

/** The tests beside the source; those elsewhere only when the first ones passed. */
async function testsOf(folder: string, area: Area, limitMs: number): Promise<Verdict> {
  const { near, further } = testFiles(folder, area)
  const started = performance.now()
  const verdict = await runTests({ folder, project: area.project, files: near, limitMs })
  if (verdict.kind !== 'passed' || further.length === 0) return verdict
  const leftMs = limitMs - (performance.now() - started)
  return runTests({ folder, project: area.project, files: further, limitMs: leftMs })
}

function resultOf(verdict: Verdict): Pick<TriedMutant, 'result' | 'by'> {
  switch (verdict.kind) {
    case 'passed':
      return { result: 'survived', by: '' }
    case 'failed':
      return { result: 'killed', by: verdict.by }
    case 'timed out':
      return { result: 'timed out', by: '' }
    case 'broken':
      return { result: 'broken', by: verdict.why }
  }
}

function areaOf({ area }: TriedMutant): Area {
  return AREAS.find(({ name }) => name === area) ?? fail(`there is no area ${area}`)
}

function whole(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail(`not a number: ${text}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
