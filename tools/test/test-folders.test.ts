import { spawnSync } from 'node:child_process'
import os from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMPILED_CODE } from '../start/root.ts'
import { keepCompiledCode, keepTemporaryFilesInMemory } from './test-folders.ts'

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

test('a folder for temporary files that is chosen stays', () => {
  vi.stubEnv('TMPDIR', '/chosen')
  keepTemporaryFilesInMemory({ folder: HERE, enough: 1 })
  expect(os.tmpdir()).toBe('/chosen')
})

test('a process that is started keeps what it compiles', () => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  keepCompiledCode()
  const told = spawnSync(process.execPath, ['-p', "require('node:module').getCompileCacheDir()"], {
    encoding: 'utf8',
  })
  expect(told.stdout.startsWith(COMPILED_CODE)).toBe(true)
})

test('a folder for compiled code that is chosen stays', () => {
  vi.stubEnv('NODE_COMPILE_CACHE', '/chosen')
  keepCompiledCode()
  expect(process.env['NODE_COMPILE_CACHE']).toBe('/chosen')
})
