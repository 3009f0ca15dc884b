import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { keepPassed, openProofState, PROOF_PARTS, sourceKey } from './proof-parts.ts'
import { ROOT } from '../start/root.ts'
import { stepsOf } from './run-steps.ts'

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
  const steps = PROOF_PARTS.flatMap(part => part.steps.flatMap(stepsOf)).filter(({ command }) =>
    command.includes('vitest'),
  )
  const choices = steps.map(({ command }) =>
    command.slice(command.indexOf('vitest') + 2).filter(word => !/^--(reporter|outputFile)/.test(word)),
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

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-proof-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ENDED = { passed: 3, failed: 0, skipped: 0, seconds: 60 }

describe('outcomes', () => {
  test('are known to the next run of the same source, and to no other', () => {
    openProofState(folder, 'one').keep('Browser stories', ENDED)
    expect(openProofState(folder, 'one').outcomeOf('Browser stories')).toEqual(ENDED)
    expect(openProofState(folder, 'one').outcomeOf('another part')).toBeUndefined()
    expect(openProofState(folder, 'two').outcomeOf('Browser stories')).toBeUndefined()
  })
})

describe('a source and what it has passed', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()

  beforeEach(() => {
    git('init', '--quiet')
    writeFileSync(path.join(folder, '.gitignore'), '.cache/\n')
    writeFileSync(path.join(folder, 'a.ts'), '1\n')
    git('add', '--all')
    git('commit', '--quiet', '--message=first')
  })

  test('the key is the tree of the commit while nothing has changed', () => {
    expect(sourceKey(folder)).toBe(git('rev-parse', 'HEAD^{tree}'))
  })

  test('the key is another one once a file is changed or new, and leaves what was staged alone', () => {
    const committed = sourceKey(folder)
    writeFileSync(path.join(folder, 'a.ts'), '2\n')
    const changed = sourceKey(folder)
    writeFileSync(path.join(folder, 'b.ts'), '1\n')
    expect(new Set([committed, changed, sourceKey(folder)]).size).toBe(3)
    expect(git('diff', '--cached', '--name-only')).toBe('')
  })

  test('the key does not know what git ignores', () => {
    const committed = sourceKey(folder)
    execFileSync('mkdir', [path.join(folder, '.cache')])
    writeFileSync(path.join(folder, '.cache', 'report.json'), '{}')
    expect(sourceKey(folder)).toBe(committed)
  })

  const [first, second] = PROOF_PARTS.map(({ title }) => title)
  const kept = (): string[] => readFileSync(path.join(folder, 'docs/evidence/proof.tsv'), 'utf8').split('\n')

  test('a part that passes is kept once with its time and commit, in the order of the parts', () => {
    const commit = git('rev-parse', '--short=12', 'HEAD')
    keepPassed(folder, second!, ENDED, 'on Monday')
    keepPassed(folder, first!, { ...ENDED, seconds: 61 }, 'on Tuesday')
    writeFileSync(path.join(folder, 'a.ts'), '2\n')
    keepPassed(folder, second!, { ...ENDED, passed: 4 }, 'on Wednesday')
    expect(kept()).toEqual([
      'part\tseconds\tpassed\tcommit\tdate',
      `${first}\t61\t3\t${commit}\ton Tuesday`,
      `${second}\t60\t4\t${commit}+\ton Wednesday`,
      '',
    ])
  })

  test('the key stays when a part is kept, and when that is committed', () => {
    const before = sourceKey(folder)
    keepPassed(folder, first!, ENDED)
    expect(sourceKey(folder)).toBe(before)
    git('add', '--all')
    git('commit', '--quiet', '--message=kept')
    expect(sourceKey(folder)).toBe(before)
  })
})
