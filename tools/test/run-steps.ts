import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { ROOT } from '../start/root.ts'
import { createChildAccount, type MachineLoad, watchMachine } from './machine-load.ts'

export interface TestCount {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface Step {
  readonly title: string
  /** A program of `node_modules/.bin`, or `node`, and its arguments; also what a person types after `npx` to repeat it. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly environment?: () => Readonly<Record<string, string>>
  /** How many tests the step ran, read from its report; steps that are not tests have none. */
  readonly count?: () => TestCount
}

/** A step, or several that run side by side. */
export type Stage = Step | readonly Step[]

export interface StepTime {
  readonly title: string
  readonly seconds: number
  /** Seconds of processor time of the step and of all that it started; undefined where the system does not tell. */
  readonly cpuSeconds: number | undefined
  /** The load of the machine meanwhile. */
  readonly machine: MachineLoad
}

export interface StepsResult {
  readonly count: TestCount
  /** Seconds from the first step to the end of the last. */
  readonly seconds: number
  /** The times of the steps that ran, the failed one included. */
  readonly times: readonly StepTime[]
}

const secondsOfEndedChild = createChildAccount()

const NOTHING: TestCount = { passed: 0, failed: 0, skipped: 0 }

/**
 * Runs stages in order until one fails, saying how to repeat that one; steps side by side all run to their ends. Returns the tests
 * counted, where a failed step counts at least one, and how long each step took.
 */
export async function runSteps(stages: readonly Stage[]): Promise<StepsResult> {
  const startedMs = performance.now()
  const times: StepTime[] = []
  let total = NOTHING
  for (const stage of stages) {
    const steps = stepsOf(stage)
    const ran = await Promise.all(steps.map(step => runStep(step, steps.length > 1)))
    for (const [index, { succeeded, time }] of ran.entries()) {
      times.push(time)
      const counted = steps[index]?.count?.() ?? NOTHING
      total = add(total, succeeded ? counted : { ...counted, failed: Math.max(1, counted.failed) })
    }
    const failed = steps.filter((_, index) => ran[index]?.succeeded === false)
    for (const { title, command } of failed)
      console.error(`\n${title} failed. To repeat it alone: npx ${command.join(' ')}`)
    if (failed.length > 0) break
  }
  return { count: total, times, seconds: (performance.now() - startedMs) / 1000 }
}

/** The steps of a stage, which begin together. */
export function stepsOf(stage: Stage): readonly Step[] {
  return 'title' in stage ? [stage] : stage
}

async function runStep(
  step: Step,
  isBeside: boolean,
): Promise<{ readonly succeeded: boolean; readonly time: StepTime }> {
  console.log(`\n── ${step.title}`)
  const startedMs = performance.now()
  const loadSince = watchMachine()
  const { succeeded, cpuSeconds } = await run(step, isBeside)
  const time = {
    title: step.title,
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds,
    machine: loadSince(),
  }
  return { succeeded, time }
}

interface Ended {
  readonly succeeded: boolean
  readonly cpuSeconds: number | undefined
}

async function run({ command: [program, ...args], environment }: Step, isBeside: boolean): Promise<Ended> {
  try {
    const bin = path.join(ROOT, 'node_modules', '.bin')
    const searchPath = `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`
    const env = { ...process.env, PATH: searchPath, ...environment?.() }
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: ROOT,
      env,
      stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    passLines(child)
    let cpuSeconds: number | undefined
    child.once('exit', () => (cpuSeconds = secondsOfEndedChild()))
    const [code] = await once(child, 'close')
    return { succeeded: code === 0, cpuSeconds }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { succeeded: false, cpuSeconds: undefined }
  }
}

/** Shows the output of a program beside others by whole lines, so that none is torn. */
function passLines({ stdout, stderr }: ChildProcess): void {
  for (const [from, to] of [
    [stdout, process.stdout],
    [stderr, process.stderr],
  ] as const)
    if (from) createInterface({ input: from }).on('line', line => to.write(`${line}\n`))
}

function add(one: TestCount, other: TestCount): TestCount {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
