import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

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
  /** How many tests the step ran, read from its report; steps that are no tests have none. */
  readonly count?: () => TestCount
}

export interface StepTime {
  readonly title: string
  readonly seconds: number
}

export interface StepsResult {
  readonly count: TestCount
  /** Of the steps that ran, the failed one included. */
  readonly times: readonly StepTime[]
}

export const ROOT = path.resolve(import.meta.dirname, '..')

const NOTHING: TestCount = { passed: 0, failed: 0, skipped: 0 }

/**
 * Runs steps in order until one fails, saying how to repeat that one. Returns the tests counted, where a failed step counts at
 * least one, and how long each step took.
 */
export async function runSteps(steps: readonly Step[]): Promise<StepsResult> {
  let total = NOTHING
  const times: StepTime[] = []
  for (const step of steps) {
    console.log(`\n── ${step.title}`)
    const startedMs = performance.now()
    const succeeded = await run(step)
    times.push({ title: step.title, seconds: (performance.now() - startedMs) / 1000 })
    const counted = step.count?.() ?? NOTHING
    total = add(total, succeeded ? counted : { ...counted, failed: Math.max(1, counted.failed) })
    if (!succeeded) {
      console.error(`\n${step.title} failed. To repeat it alone: npx ${step.command.join(' ')}`)
      break
    }
  }
  return { count: total, times }
}

async function run({ command: [program, ...args], environment }: Step): Promise<boolean> {
  try {
    const bin = path.join(ROOT, 'node_modules', '.bin')
    const searchPath = `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`
    const env = { ...process.env, PATH: searchPath, ...environment?.() }
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    return code === 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

function add(one: TestCount, other: TestCount): TestCount {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
