import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { COMPILED_CODE, keepCompiledCode } from './compiled-code.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a process that is started keeps what it compiles', () => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  keepCompiledCode()
  const told = spawnSync(process.execPath, ['-p', "require('node:module').getCompileCacheDir()"], {
    encoding: 'utf8',
  })
  expect(told.stdout.startsWith(COMPILED_CODE)).toBe(true)
})

test('whoever has chosen a folder keeps it', () => {
  vi.stubEnv('NODE_COMPILE_CACHE', '/chosen')
  keepCompiledCode()
  expect(process.env['NODE_COMPILE_CACHE']).toBe('/chosen')
})
