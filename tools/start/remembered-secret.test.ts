import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rememberedSecret } from './remembered-secret.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-secret-'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (databaseUrl?: string): string => rememberedSecret({ dataDir, databaseUrl }, 'secret-key')

test('a secret is made once, whole, and nothing is left beside it', () => {
  const secret = read()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(read()).toBe(secret)
  expect(readdirSync(dataDir)).toEqual(['secret-key'])
})

test.each(['', '\n', 'half-of-it'])(
  'the damaged secret %j is made anew where no data depends on it',
  text => {
    writeFileSync(path.join(dataDir, 'secret-key'), text)
    const secret = read()
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(path.join(dataDir, 'secret-key'), 'utf8')).toBe(`${secret}\n`)
  },
)

test.each(['', 'half-of-it'])(
  'the damaged secret %j is refused by its file where data depends on it',
  text => {
    const file = path.join(dataDir, 'secret-key')
    writeFileSync(file, text)
    expect(() => read('postgres://db/kippu')).toThrow(`${file} is damaged`)
    mkdirSync(path.join(dataDir, 'postgres'))
    expect(() => read()).toThrow(`${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)
