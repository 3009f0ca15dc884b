// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-compress-'))
  mkdirSync(path.join(folder, 'gate'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const CODE = 'export const day = 1\n'.repeat(100)

function compress(files: Readonly<Record<string, string>>, ...args: readonly string[]): readonly string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  const { status, stderr } = spawnSync(process.execPath, [
    path.join(import.meta.dirname, 'compress-assets.ts'),
    folder,
    ...args,
  ])
  expect([status, String(stderr)]).toEqual([0, ''])
  return readdirSync(folder, { recursive: true }).map(String).toSorted()
}

test('each script, style sheet and program, in every folder, gets a .br and a .gz file', () => {
  expect(
    compress({ 'start.js': CODE, 'start.css': CODE, 'gate/gate.js': CODE, 'reader.wasm': CODE }),
  ).toEqual([
    'gate',
    'gate/gate.js',
    'gate/gate.js.br',
    'gate/gate.js.gz',
    'reader.wasm',
    'reader.wasm.br',
    'reader.wasm.gz',
    'start.css',
    'start.css.br',
    'start.css.gz',
    'start.js',
    'start.js.br',
    'start.js.gz',
  ])
  const read = (name: string): Buffer => readFileSync(path.join(folder, name))
  expect(String(brotliDecompressSync(read('start.js.br')))).toBe(CODE)
  expect(String(gunzipSync(read('start.js.gz')))).toBe(CODE)
})

test('quickly, the same files are larger', () => {
  const code = Array.from(
    { length: 3_000 },
    (_, day) => `export const day${day} = ${(day * 7919) % 365}\n`,
  ).join('')
  const sizes = (): number[] =>
    ['start.js.br', 'start.js.gz'].map(name => readFileSync(path.join(folder, name)).length)
  const files = compress({ 'start.js': code })
  const [br = 0, gz = 0] = sizes()
  expect(compress({ 'start.js': code }, '--quickly')).toEqual(files)
  const [quickBr = 0, quickGz = 0] = sizes()
  expect([quickBr > br, quickGz > gz]).toEqual([true, true])
  expect(String(brotliDecompressSync(readFileSync(path.join(folder, 'start.js.br'))))).toBe(code)
})

test('fonts get none', () => {
  expect(compress({ 'face.woff2': CODE })).toEqual(['face.woff2', 'gate'])
})
