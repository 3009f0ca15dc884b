// @vitest-environment node
import { expect, test } from 'vitest'

import { withoutWords } from './drop-words.ts'

const without = (code: string) => withoutWords('contract.ts', code)

test('a pipe keeps what it checks, and a schema alone is no pipe any more', () => {
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
