// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { openApiDocument } from '@kippu/contract/open-api/document'
import { build } from 'vite'
import { expect, test } from 'vitest'

import { dropWords, withoutWords } from './drop-words.ts'

const without = (code: string) => withoutWords('contract.ts', code)

test('a pipe keeps what it checks, and a schema alone is not a pipe any more', () => {
  expect(without(`const a = v.pipe(v.string(), v.description('A.'), v.maxLength(3), v.title('A'),)`)).toBe(
    'const a = v.pipe(v.string(), v.maxLength(3),)',
  )
  expect(without(`const a = v.pipe(\n  v.string(),\n  v.metadata({ format: 'date' }),\n)`)).toBe(
    'const a = v.string()',
  )
  const nested = `v.pipe(v.object({ b: v.optional(v.pipe(v.number(), v.examples([1])), 2) }), v.title('A'))`
  expect(without(nested)).toBe('v.object({ b: v.optional(v.number(), 2) })')
})

test('a call keeps what the browser needs, and a field may have the name of a word', () => {
  expect(without(`call({ path: '/a', summary: 'A', description: 'An a.', status: 200 })`)).toBe(
    `call({ path: '/a', status: 200 })`,
  )
  expect(without(`call({ ...other, description: 'An a.' })`)).toBe(`call({ ...other })`)
  expect(without(`call({ ...other, summary: 'A', description: 'An a.', })`)).toBe(`call({ ...other, })`)
  expect(() => without(`call({ summary: 'A', status: 200 })`)).toThrow('a call begins with')
  const fields = `const a = v.object({ description: v.string(), title: v.string() })`
  expect(without(fields)).toBe(fields)
})

test('words that stand outside a pipe stop the build', () => {
  expect(() => without(`const told = v.description('A.')`)).toThrow(
    /contract\.ts: words outside a pipe: v\.desc/,
  )
  expect(() => without(`v.pipe(v.string(), ...[v.description('A.')])`)).toThrow(/words outside a pipe/)
  expect(() => without(`v.pipe(v.description('A.'), v.string())`)).toThrow(/words outside a pipe/)
})

/** How texts of the document begin, as far as no builder writes it in another way, and long enough to be no chance. */
const WORDS = textsOf(openApiDocument('https://tickets.example'))
  .map(text => text.split(/[`'"]/)[0] ?? '')
  .filter(text => text.length > 25)
const BUILT = path.join(import.meta.dirname, 'dist')

test('no page, worker or renderer that was built has a word of the OpenAPI document', () => {
  const files = globSync('**/*.{js,html}', { cwd: BUILT })
  expect(files).toEqual(expect.arrayContaining(['client/index.html', 'worker/worker.js']))
  expect(WORDS.length).toBeGreaterThan(400)
  const faults = files.flatMap(file => wordsIn(readFileSync(path.join(BUILT, file), 'utf8')))
  expect(faults).toEqual([])
})

test.each([
  ['dropped', [dropWords], []],
  ['found', [], ['The names of the ways it was paid.']],
])('words of a contract that is built are %s', async (_, plugins, found) => {
  const contract = path.join(import.meta.dirname, '../../packages/contract/src')
  const [output] = [
    await build({
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: { write: false, lib: { entry: path.join(contract, 'receipts.ts'), formats: ['es'] } },
    }),
  ].flat()
  const built = output !== undefined && 'output' in output ? output.output : []
  const code = built.map(file => (file.type === 'chunk' ? file.code : '')).join('')
  expect(code).toContain('/api/v1/receipts/')
  expect(wordsIn(code)).toEqual(expect.arrayContaining(found))
  expect(wordsIn(code).length > 0).toBe(found.length > 0)
})

function wordsIn(code: string): string[] {
  // Comments that a build keeps are not texts.
  return WORDS.filter(
    word => code.includes(word) && ['`', "'", '"'].some(quote => code.includes(quote + word)),
  )
}

/** Every description, summary and title that a value of the document has. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    ['description', 'summary'].includes(key) && typeof part === 'string' ? [part] : textsOf(part),
  )
}
