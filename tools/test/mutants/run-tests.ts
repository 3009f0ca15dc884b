import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

import type { Verdict } from './progress.ts'

export interface TestRun {
  readonly folder: string
  readonly project: string
  readonly files: readonly string[]
  readonly limitMs: number
}

const report = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
})

const REPORT = '.cache/mutant.json'
const LAST_WORDS = 600
/** Vitest says no to a run whose tests pass while an error of theirs is caught by nobody. */
const OUTSIDE = 'an error that no test has awaited'
const STARTING_DATA = 'the data that all tests start with'
/** Time for its workers to end and to delete their databases. */
const PATIENCE_MS = 10_000

/** Runs test files of one project until the first failure, or until the time is over. */
export async function runTests({ folder, project, files, limitMs }: TestRun): Promise<Verdict> {
  rmSync(path.join(folder, REPORT), { force: true })
  const options = ['--bail=1', '--maxWorkers=2', '--reporter=json', `--outputFile.json=${REPORT}`]
  const child = spawn('vitest', ['run', '--project', project, ...files, ...options], {
    cwd: folder,
    env: { ...process.env, PATH: `${path.join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (said = `${said}${piece.toString()}`.slice(-LAST_WORDS)))
  let isLate = false
  // Its workers belong to its group.
  const stop = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  const stopNow = (): void => stop('SIGTERM')
  const timers = [
    setTimeout(() => {
      isLate = true
      stopNow()
    }, limitMs),
    setTimeout(() => stop('SIGKILL'), limitMs + PATIENCE_MS),
  ]
  process.once('exit', stopNow)
  const [code] = await once(child, 'exit')
  process.removeListener('exit', stopNow)
  for (const timer of timers) clearTimeout(timer)
  if (isLate) return { result: 'timed out', by: '' }
  if (code === 0) return { result: 'survived', by: '' }
  const by =
    firstFailure(path.join(folder, REPORT), folder) ?? (isRefusedData(said) ? STARTING_DATA : undefined)
  return by === undefined ? { result: 'broken', by: said.trim() } : { result: 'killed', by }
}

/** A constraint (SQLSTATE 23…) refused rows before the first test: every test that needs them would have failed. */
function isRefusedData(said: string): boolean {
  return /\bcode: '23\d{3}'/.test(said)
}

/** Why a run that was not green failed; undefined when no test was run. */
function firstFailure(file: string, folder: string): string | undefined {
  if (!existsSync(file)) return undefined
  const { testResults } = v.parse(report, JSON.parse(readFileSync(file, 'utf8')))
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => ({ name, fullName })),
  )
  // After the first failure other files are cut short, and count as failed too: they come last.
  const unloaded = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => ({ name, fullName: '' }))
  const [first] = [...failures, ...unloaded]
  if (first === undefined) return testResults.length > 0 ? OUTSIDE : undefined
  return [path.relative(folder, first.name), first.fullName].filter(Boolean).join(' › ')
}
