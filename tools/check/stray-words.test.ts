import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStrayEnglish, findStrayWords } from './stray-words.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-words-'))
  plant('demo/sites/forest/site.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

test.each(['切符', 'きっぷ', 'キップ', '티켓', 'ตั๋ว'])(
  "finds the visitor's word %s outside the texts",
  word => {
    plant('apps/web/src/screens/a.tsx', `/* ${word} */\nconst a = '${word}' // ${word}\n`)
    expect(findStrayWords(root)).toEqual([
      "apps/web/src/screens/a.tsx:2: a visitor's words belong in packages/texts",
    ])
  },
)

test("finds a site's key outside the sites", () => {
  plant('apps/server/src/a.ts', `if (site === 'forest') open('forest/path')\n`)
  expect(findStrayWords(root)).toEqual(['apps/server/src/a.ts:1: the site forest belongs in demo/sites'])
})

test('leaves comments and tests alone', () => {
  plant('apps/server/src/a.ts', `/** 切符 */\nconst a = 1 // '切符', 'forest'\n`)
  plant('apps/server/src/a.test.ts', `const a = '切符'\n`)
  expect(findStrayWords(root)).toEqual([])
})

test.each([
  ['/** Of the link. */', 'a comment begins with its subject, not with “Of”'],
  ['/**\n * Whoever asks,\n * is told.\n */', 'a comment begins with its subject, not with “Whoever”'],
  ['// What is left.', 'a comment begins with its subject, not with “What”'],
  ['const a = 1 // Who asks.', 'a comment begins with its subject, not with “Who”'],
  ['// The token of\n// whoever asks.', '“whoever”: name who does it'],
  ['/** The hold (S-2.04). */', 'S-2.04 is cited by tests, not by comments'],
  ["const a = 'jp is no language'", '“is no language”: say “not a”'],
])('finds a sentence that is hard to read: %s', (source, fault) => {
  plant('apps/server/src/a.ts', `${source}\n`)
  expect(findStrayEnglish(root)).toContain(`apps/server/src/a.ts:1: ${fault}`)
})

test('leaves plain sentences, code, tests and words of visitors alone', () => {
  const plain = '// The token\n// Of the link. What is left, and nobody knows who: there is no day.\n'
  plant('apps/server/src/a.ts', `${plain}const whoever = 'Of R-1.01' // It is no longer open.\n`)
  plant('apps/server/src/a.test.ts', '// Whoever asks (R-1.01) is no visitor.\n')
  plant('packages/texts/src/a.ts', '// What it says.\n')
  expect(findStrayEnglish(root)).toEqual([])
})
