import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findCommitFaults, subjectFaults } from './commit-subjects.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-commits-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function git(...args: string[]): string {
  const name = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return execFileSync('git', [...name, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}

/** Answers with the commit's hash. */
function commit(subject: string): string {
  git('commit', '--quiet', '--allow-empty', '--message', subject)
  return git('rev-parse', 'HEAD')
}

test.each([
  'feat(orders): hold extras with the tickets',
  'fix: a typo',
  'refactor(web)!: routes',
  `test(e2e): ${'x'.repeat(61)}`,
])('%s is a subject', subject => expect(subjectFaults(subject)).toEqual([]))

test.each([
  [`test(e2e): ${'x'.repeat(62)}`, 'has 73 characters, 72 are allowed'],
  ['Hold extras', 'is not like "feat(orders): …"'],
  ['feature(orders): hold extras', 'is not like "feat(orders): …"'],
  ['feat(orders):hold extras', 'is not like "feat(orders): …"'],
  ['fixup! feat(orders): hold extras', 'is not like "feat(orders): …"'],
])('%s is none', (subject, fault) => {
  expect(subjectFaults(subject)).toEqual([fault])
})

test('commits after the base are looked at, those before it and merges are not', () => {
  git('init', '--quiet')
  commit('everything is new')
  const base = commit('and still')
  git('checkout', '--quiet', '-b', 'side')
  commit('feat(side): a thing')
  git('checkout', '--quiet', '-')
  const wrong = commit('oops')
  git('merge', '--quiet', '--no-ff', '--message', 'Merge of the side', 'side')
  expect(findCommitFaults(root, base)).toEqual([
    expect.stringMatching(new RegExp(`^${wrong.slice(0, 7)}\\w* is not like .*: oops$`)),
  ])
})

test('without the history there is nothing to say: no repository, or a clone that does not reach the base', () => {
  expect(findCommitFaults(root, 'a'.repeat(40))).toEqual([])
  git('init', '--quiet')
  commit('oops')
  expect(findCommitFaults(root, 'a'.repeat(40))).toEqual([])
})
