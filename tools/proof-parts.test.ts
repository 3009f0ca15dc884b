import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

import { PROOF_PARTS } from './proof-parts.ts'
import { ROOT, stepsOf } from './run-steps.ts'

/** The test files that Vitest finds with these words of its command line. */
function filesOf(choice: readonly string[]): string[] {
  const vitest = path.join(ROOT, 'node_modules', '.bin', 'vitest')
  const listed = execFileSync(vitest, ['list', '--filesOnly', ...choice], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PROOF: 'whole' },
  })
  return listed.trim().split('\n').toSorted()
}

test('each test file is run by one part of the proof', { timeout: 120_000 }, () => {
  const steps = PROOF_PARTS.flatMap(part => part.steps.flatMap(stepsOf)).filter(
    ({ command: [program] }) => program === 'vitest',
  )
  const choices = steps.map(({ command }) =>
    command.slice(2).filter(word => !/^--(reporter|outputFile)/.test(word)),
  )
  const run = choices.flatMap(filesOf)
  expect(run.toSorted()).toEqual(filesOf([]))
  expect(run.length).toBeGreaterThan(200)
})

test('the browser stories are a part, and each part has a title of its own', () => {
  const programs = PROOF_PARTS.map(({ steps }) =>
    steps.flatMap(stepsOf).map(({ command: [program] }) => program),
  )
  expect(programs.filter(names => names.includes('playwright'))).toHaveLength(1)
  expect(new Set(PROOF_PARTS.map(({ title }) => title)).size).toBe(PROOF_PARTS.length)
})
