import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { openProofState, sourceKey } from './proof-state.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-proof-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ENDED = { passed: 3, failed: 0, skipped: 0, seconds: 60 }

describe('what has passed', () => {
  test('is known to the next run of the same source, and to no other', () => {
    openProofState(folder, 'one').keep('Browser stories', ENDED)
    expect(openProofState(folder, 'one').outcomeOf('Browser stories')).toEqual(ENDED)
    expect(openProofState(folder, 'one').outcomeOf('another part')).toBeUndefined()
    expect(openProofState(folder, 'two').outcomeOf('Browser stories')).toBeUndefined()
  })
})

describe('the key of a source', () => {
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

  test('is the tree of the commit while nothing has changed', () => {
    expect(sourceKey(folder)).toBe(git('rev-parse', 'HEAD^{tree}'))
  })

  test('is another one once a file is changed or new, and leaves what was staged alone', () => {
    const committed = sourceKey(folder)
    writeFileSync(path.join(folder, 'a.ts'), '2\n')
    const changed = sourceKey(folder)
    writeFileSync(path.join(folder, 'b.ts'), '1\n')
    expect(new Set([committed, changed, sourceKey(folder)]).size).toBe(3)
    expect(git('diff', '--cached', '--name-only')).toBe('')
  })

  test('does not know what git ignores', () => {
    const committed = sourceKey(folder)
    execFileSync('mkdir', [path.join(folder, '.cache')])
    writeFileSync(path.join(folder, '.cache', 'report.json'), '{}')
    expect(sourceKey(folder)).toBe(committed)
  })
})
