import os from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

const HERE = import.meta.dirname

beforeEach(() => {
  vi.stubEnv('TMPDIR', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

test('temporary files are in the folder that is in memory, where it has enough room', () => {
  keepTemporaryFilesInMemory({ folder: HERE, enough: 1 })
  expect(os.tmpdir()).toBe(HERE)
})

test.each([
  ['has too little room', { folder: HERE, enough: Infinity }],
  ['is not there', { folder: `${HERE}/nowhere`, enough: 1 }],
])('they stay where they were where it %s', (_, options) => {
  const before = os.tmpdir()
  keepTemporaryFilesInMemory(options)
  expect(os.tmpdir()).toBe(before)
})

test('whoever has chosen a folder keeps it', () => {
  vi.stubEnv('TMPDIR', '/chosen')
  keepTemporaryFilesInMemory({ folder: HERE, enough: 1 })
  expect(os.tmpdir()).toBe('/chosen')
})
