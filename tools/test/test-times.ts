import { execFileSync } from 'node:child_process'
import path from 'node:path'
import * as v from 'valibot'

import { describeMachine } from './machine.ts'
import { ROOT } from '../start/root.ts'
import { type StepTime } from './run-steps.ts'
import { type FileTime, slowest } from './test-reports.ts'

/** The times of the last `npm test`. */
export const TIMES_FILE = path.join(ROOT, '.cache', 'test-times.json')

const SHOWN_FILES = 20

const seconds = v.pipe(v.number(), v.minValue(0))

/** The duration of each part of one `npm test`, in seconds. */
export const testTimes = v.object({
  command: v.string(),
  date: v.pipe(v.string(), v.isoTimestamp()),
  /** Null where the source has no history. */
  commit: v.nullable(v.string()),
  machine: v.object({
    processor: v.string(),
    cores: v.number(),
    memory: v.number(),
    kernel: v.string(),
    node: v.string(),
  }),
  passed: v.number(),
  failed: v.number(),
  seconds,
  steps: v.array(
    v.object({
      title: v.string(),
      seconds,
      cpuSeconds: v.optional(seconds),
      /** Cores that everybody on the machine used, and that its host gave to others. */
      coresUsed: v.optional(v.number()),
      coresStolen: v.optional(v.number()),
      loadAverage: v.number(),
    }),
  ),
  slowestFiles: v.array(v.object({ file: v.string(), seconds })),
})
export type TestTimes = v.InferOutput<typeof testTimes>

interface Run {
  readonly root: string
  readonly passed: number
  readonly failed: number
  /** From the first step to the end of the last. */
  readonly seconds: number
  readonly steps: readonly StepTime[]
  readonly files: readonly FileTime[]
}

/** Sums up a run that has just ended. */
export function timesOf({ root, passed, failed, seconds: all, steps, files }: Run): TestTimes {
  return {
    command: 'npm test',
    date: new Date().toISOString(),
    commit: currentCommit(root),
    machine: describeMachine(),
    passed,
    failed,
    seconds: rounded(all),
    steps: steps.map(({ title, seconds: wall, cpuSeconds, machine }) => ({
      title,
      seconds: rounded(wall),
      ...(cpuSeconds !== undefined && { cpuSeconds: rounded(cpuSeconds) }),
      ...(machine.coresUsed !== undefined && { coresUsed: rounded(machine.coresUsed) }),
      ...(machine.coresStolen !== undefined && { coresStolen: rounded(machine.coresStolen) }),
      loadAverage: rounded(machine.loadAverage),
    })),
    slowestFiles: slowest(files, SHOWN_FILES).map(file => ({ ...file, seconds: rounded(file.seconds) })),
  }
}

/**
 * The summary for a person at the end of `npm test`. A step that was slow because the machine was busy shows it: the cores that
 * everybody used are more than its own seconds say, or the host gave cores to others.
 */
export function timesTable(times: Pick<TestTimes, 'seconds' | 'steps' | 'slowestFiles'>): string {
  return [
    'Where the time went (seconds; processor seconds of the step; cores used by all programs, and given to other machines; load):',
    ...times.steps.map(step =>
      [
        amount(step.seconds),
        amount(step.cpuSeconds),
        amount(step.coresUsed),
        amount(step.coresStolen),
        amount(step.loadAverage),
        ` ${step.title}`,
      ].join(''),
    ),
    `${amount(times.seconds)}  in all`,
    ...(times.slowestFiles.length === 0 ? [] : ['', 'The slowest test files, in seconds:']),
    ...times.slowestFiles.map(file => `${amount(file.seconds)}  ${file.file}`),
  ].join('\n')
}

function currentCommit(root: string): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function amount(value: number | undefined): string {
  return (value?.toFixed(1) ?? '-').padStart(8)
}
