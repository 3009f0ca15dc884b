import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findBrokenReferences } from './page-references.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-pages-'))
  plant('docs/payments.md', '# Payments\n')
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

test.each([
  [
    'apps/server/src/a.ts',
    '/**\n * Waits (design §6).\n */',
    '2: § needs a page under docs/ before it, not "(design"',
  ],
  [
    'apps/server/src/a.test.ts',
    "test('waits (payments §8)', go)",
    '1: § needs a page under docs/ before it, not "(payments"',
  ],
  [
    'apps/web/src/a.css',
    '/* payments.md §3 */',
    '1: § needs a page under docs/ before it, not "payments.md"',
  ],
  ['docs/other.md', 'See docs/gone.md §2.', '1: § needs a page under docs/ before it, not "docs/gone.md"'],
])('finds the section of a page that is not here in %s', (file, source, fault) => {
  plant(file, source)
  expect(findBrokenReferences(root)).toContain(`${file}:${fault}`)
})

test.each([
  [
    'apps/web/src/a.ts',
    'const a = 1 // as frontend.md says',
    '1: the page frontend.md is not in the repository',
  ],
  ['apps/web/src/a.tsx', '\n/**\n * docs/gone.md */', '3: the page docs/gone.md is not in the repository'],
  ['apps/web/src/a.css', '/* frontend.md */', '1: the page frontend.md is not in the repository'],
])('finds a page that is not here in a comment of %s', (file, source, fault) => {
  plant(file, source)
  expect(findBrokenReferences(root)).toEqual([`${file}:${fault}`])
})

test('finds a link that leads nowhere', () => {
  plant('docs/payments/stripe.md', '[up](../payments.md), [gone](gone.md#here), ![picture](../gone.png)')
  expect(findBrokenReferences(root)).toEqual([
    'docs/payments/stripe.md:1: the link to gone.md leads nowhere',
    'docs/payments/stripe.md:1: the link to ../gone.png leads nowhere',
  ])
})

test('leaves pages that are here, other sites and code alone', () => {
  plant('apps/server/src/a.ts', "// docs/payments.md, `docs/payments.md` §2\nconst a = step.md + 'gone.md'")
  plant('README.md', '[a](docs/payments.md#top) [b](https://example.com/gone.md) [c](#here)')
  plant('apps/web/dist/a.ts', '// design §1')
  expect(findBrokenReferences(root)).toEqual([])
})
