import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { ROOT } from '../start/root.ts'

/** The forms of providers' and servers' keys. Test doubles are short, so that none of them matches. */
const SECRETS = [
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{20,}/,
  /\bpk_live_[A-Za-z0-9]{20,}/,
  /\bwhsec_[A-Za-z0-9+/]{24,}/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /:\/\/[^\s:/@'"`${}]+:[^\s@'"`${}]{12,}@/,
]

test('no file of the repository holds a key of a provider, a private key or a password in an address (R-3.44)', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter(file => !/\.(?:png|jpg|svg)$/.test(file))
    .flatMap(file => {
      const text = readFileSync(path.join(ROOT, file), 'utf8')
      return SECRETS.filter(secret => secret.test(text)).map(secret => `${file}: ${secret.source}`)
    })
  expect(found).toEqual([])
})

test.each([
  'sk_live_' + 'a'.repeat(24),
  'postgres://kippu:' + 'verysecretpass@db/kippu',
  'whsec_' + 'b'.repeat(32),
])('such a key would be found: %s', key => {
  expect(SECRETS.some(secret => secret.test(key))).toBe(true)
})
