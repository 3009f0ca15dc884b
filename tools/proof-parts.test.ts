import { execFileSync } from 'node:child_process'
import * as v from 'valibot'
import { expect, test } from 'vitest'

import { PROOF_PARTS } from './proof-parts.ts'
import { ROOT, stepsOf } from './run-steps.ts'

/** The test files that Vitest finds with the words of each command line. One program reads its configuration once for equal options. */
function filesOf(choices: ReadonlyArray<readonly string[]>): string[][] {
  const program = `
    import { createVitest, parseCLI } from 'vitest/node'
    const opened = new Map()
    const found = []
    for (const words of ${JSON.stringify(choices)}) {
      const { filter, options: { exclude: cliExclude = [], ...options } } = parseCLI(['vitest', 'run', ...words])
      const key = JSON.stringify([options, cliExclude])
      const vitest = opened.get(key) ?? (await createVitest('test', { ...options, cliExclude, watch: false }))
      opened.set(key, vitest)
      const files = await vitest.globTestSpecifications(filter)
      found.push(files.map(({ project, moduleId }) => project.name + ' ' + moduleId).toSorted())
    }
    for (const vitest of opened.values()) await vitest.close()
    console.log(JSON.stringify(found))
    process.exit()`
  const listed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PROOF: 'whole' },
    maxBuffer: 16_000_000,
  })
  return v.parse(v.array(v.array(v.string())), JSON.parse(listed.trim().split('\n').at(-1) ?? ''))
}

test('each test file is run by one part of the proof', { timeout: 120_000 }, () => {
  const steps = PROOF_PARTS.flatMap(part => part.steps.flatMap(stepsOf)).filter(
    ({ command: [program] }) => program === 'vitest',
  )
  const choices = steps.map(({ command }) =>
    command.slice(2).filter(word => !/^--(reporter|outputFile)/.test(word)),
  )
  const [all = [], ...parts] = filesOf([[], ...choices])
  const run = parts.flat()
  expect(run.toSorted()).toEqual(all)
  expect(run.length).toBeGreaterThan(200)
})

test('the browser stories are a part, and each part has a title of its own', () => {
  const programs = PROOF_PARTS.map(({ steps }) =>
    steps.flatMap(stepsOf).map(({ command: [program] }) => program),
  )
  expect(programs.filter(names => names.includes('playwright'))).toHaveLength(1)
  expect(new Set(PROOF_PARTS.map(({ title }) => title)).size).toBe(PROOF_PARTS.length)
})
