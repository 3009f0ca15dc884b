import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import requirements from './asvs-5.0.json' with { type: 'json' }
import { findFaultsOfSecurityPage } from './security-page.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-security-'))
  mkdirSync(path.join(root, 'docs'))
  writeFileSync(path.join(root, 'a.test.ts'), "test('what is typed stays text', () => {})")
  writeFileSync(path.join(root, 'docs/lists.md'), '# Lists\n\n## Keys & their `lives`\n')
})

afterEach(() => rmSync(root, { recursive: true }))

const KNOWN = { 'V1.1': { '1': [1, 2], '2': [3] }, 'V1.2': { '2': [1] }, 'V2.1': { '1': [1] } } as const

const GOOD = [
  '# Security',
  '',
  '| 9.9.9 | before the chapters | is no answer |',
  '',
  '### V1 Encoding',
  '',
  '| Id | How | Where |',
  '|---|---|---|',
  '| 1.1.1–2 | as text | [a.test.ts](../a.test.ts) “what is typed stays text” |',
  '| 1.1.3 | **Deviation.** Not yet | 2026-11-23 |',
  '| 1.2 | **Not applicable.** There is no such thing here | — |',
  '',
  '### V2 Logic',
  '',
  '| 2 | listed | [lists](lists.md#keys--their-lives) |',
  '',
  '## Deviations',
  '',
  '| 1.1.3 | 2026-11-23 | nothing of it | until then this |',
]

function faultsOf(change: (lines: readonly string[]) => readonly string[]): readonly string[] {
  writeFileSync(path.join(root, 'docs/security.md'), change(GOOD).join('\n'))
  return findFaultsOfSecurityPage(root, 'docs/security.md', KNOWN)
}

const replaced =
  (from: string | RegExp, to: string) =>
  (lines: readonly string[]): readonly string[] =>
    lines.map(line => line.replace(from, to))

test('a page that answers every requirement once, with what shows it, is right', () => {
  expect(faultsOf(lines => lines)).toEqual([])
})

test.each([
  ['a requirement without an answer', replaced('1.1.1–2', '1.1.1'), '1: nothing answers 1.1.2'],
  ['a section without an answer', replaced('| 1.2 |', '| 1.1.3 |'), '1: nothing answers 1.2.1'],
  ['two answers', replaced('| 1.2 |', '| 1.2, 1.1.2 |'), '11: 1.1.2 is answered in line 9 too'],
  [
    'a requirement that does not exist',
    replaced('1.1.1–2', '1.1.1–2, 1.1.9'),
    '9: there is no requirement 1.1.9 of level 1 or 2',
  ],
  [
    'a claim that nothing shows',
    replaced(/\[a\.test\.ts\].*”/, 'our care'),
    '9: nothing shows it: a link to a file is missing',
  ],
  ['a file that is not there', replaced('../a.test.ts', '../b.test.ts'), '9: there is no ../b.test.ts'],
  [
    'a test of another name',
    replaced('typed stays text', 'typed is text'),
    '9: ../a.test.ts says nowhere “what is typed is text”',
  ],
  [
    'a heading that is not there',
    replaced('#keys--their-lives', '#keys'),
    '15: lists.md has no heading #keys',
  ],
  [
    'a deviation without a date',
    replaced('| 2026-11-23 |', '| soon |'),
    '10: a deviation needs its date, as in 2026-11-23',
  ],
  [
    'what does not apply without a reason',
    replaced('There is no such thing here', ''),
    '11: a reason is missing',
  ],
  [
    'a deviation that the table leaves out',
    replaced(/^\| 1\.1\.3 \| 2026.*/, ''),
    '10: the table of deviations does not have 1.1.3 of 2026-11-23',
  ],
  [
    'a deviation of another date',
    replaced('| 2026-11-23 | nothing', '| 2026-11-22 | nothing'),
    '10: the table of deviations does not have 1.1.3 of 2026-11-23',
  ],
  [
    'a deviation that is none',
    replaced('| 1.1.3 | 2026-11-23 | nothing', '| 1.1.1, 1.1.3 | 2026-11-23 | nothing'),
    '19: 1.1.1 is not a deviation in its chapter',
  ],
])('%s is found', (_name, change, fault) => {
  expect(faultsOf(change)).toContain(`docs/security.md:${fault}`)
})

test('the list has the requirements of levels 1 and 2 of the ASVS 5.0', () => {
  const count = (level: '1' | '2') =>
    Object.values<Partial<Record<'1' | '2', number[]>>>(requirements).flatMap(levels => levels[level] ?? [])
      .length
  expect([count('1'), count('2')]).toEqual([70, 183])
})
