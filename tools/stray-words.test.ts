import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStrayWords } from './stray-words.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-words-'))
  plant('packages/sites/src/forest/site.ts', `export const site = { key: 'forest', name: '森' }`)
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
  expect(findStrayWords(root)).toEqual(['apps/server/src/a.ts:1: the site forest belongs in packages/sites'])
})

test('leaves comments, tests and demo data alone', () => {
  plant('apps/server/src/a.ts', `/** 切符 */\nconst a = 1 // '切符', 'forest'\n`)
  plant('apps/server/src/a.test.ts', `const a = '切符'\n`)
  plant('apps/server/src/db/demo/products.ts', `const a = '森'\n`)
  expect(findStrayWords(root)).toEqual([])
})
