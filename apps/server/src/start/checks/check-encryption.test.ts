import { expect, test } from 'vitest'

import { checkEncryption } from './check-encryption.ts'

const SAFE = {
  databaseUrl: 'postgres://kippu@localhost/kippu',
  databaseReplicaUrl: null,
  smtpUrl: 'smtp://127.0.0.1:25',
} as const

/** The variables that a start warns of. */
function warnedOf(env: Partial<Parameters<typeof checkEncryption>[0]>): readonly string[] {
  const warned: string[] = []
  checkEncryption(
    { production: true, ...SAFE, ...env },
    { warn: (line: unknown) => void warned.push(String(line)) },
  )
  return warned.map(line => line.split(':')[0] ?? '')
}

test.each([
  ['postgres://kippu:p@db.example.com/kippu', ['DATABASE_URL']],
  ['postgres://kippu:p@203.0.113.7/kippu?sslmode=disable', ['DATABASE_URL']],
  ['postgres://kippu:p@db.example.com/kippu?sslmode=prefer', ['DATABASE_URL']],
  ['postgres://kippu:p@db.example.com/kippu?sslmode=no-verify', ['DATABASE_URL']],
  ['postgres://kippu:p@db.example.com/kippu?sslmode=verify-full', []],
  ['postgres://kippu:p@10.0.0.7:5432/kippu', []],
  ['postgres://kippu:p@[::1]/kippu', []],
  ['postgres:///kippu?host=/var/run/postgresql', []],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/kippu', []],
])('a start with DATABASE_URL=%s warns of %j', (databaseUrl, variables) => {
  expect(warnedOf({ databaseUrl })).toEqual(variables)
  expect(warnedOf({ databaseReplicaUrl: databaseUrl })).toEqual(variables.map(() => 'DATABASE_REPLICA_URL'))
})

test.each([
  ['smtp://mail.example.com:587', ['SMTP_URL']],
  ['smtp://user:p@mail.example.com:587?requireTLS=false', ['SMTP_URL']],
  ['smtp://user:p@mail.example.com:587?requireTLS=true', []],
  ['smtps://user:p@mail.example.com:465', []],
  ['smtp://192.168.1.5', []],
])('a start with SMTP_URL=%s warns of %j', (smtpUrl, variables) => {
  expect(warnedOf({ smtpUrl })).toEqual(variables)
})

test('outside production nobody is warned, and a store without a mail server has nothing to encrypt', () => {
  const databaseUrl = 'postgres://kippu@db.example.com/kippu'
  expect(warnedOf({ production: false, databaseUrl, smtpUrl: 'smtp://mail.example.com' })).toEqual([])
  expect(warnedOf({ smtpUrl: null })).toEqual([])
})

test('a warning names no password and no host', () => {
  const lines: string[] = []
  const env = { ...SAFE, production: true, databaseUrl: 'postgres://kippu:secret@db.example.com/kippu' }
  checkEncryption(env, { warn: (line: unknown) => void lines.push(String(line)) })
  expect(lines.join('')).not.toMatch(/secret|db\.example/)
})
