import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStartSettings } from './start-settings.ts'
import { simulatorEnvironment, storeEnvironment } from './store-environment.ts'

const DATABASE_URL = 'postgres://kippu@127.0.0.1:5432/kippu'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-store-'))
  for (const name of ['NODE_ENV', 'SECRET_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'MEMBERSHIP_TOKEN_SECRETS'])
    vi.stubEnv(name, undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true })
})

function environment(): NodeJS.ProcessEnv {
  return storeEnvironment(readStartSettings({ ...process.env, DATA_DIR: dataDir }), DATABASE_URL)
}

test('the secret key is made once and only its owner reads it', () => {
  const { SECRET_KEY } = environment()
  expect(SECRET_KEY).toMatch(/^[\w-]{43}$/)
  expect(environment()['SECRET_KEY']).toBe(SECRET_KEY)
  expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('store and simulated organisation share a secret that is made once, in this data folder alone (S-5.05)', () => {
  const settings = readStartSettings({ DATA_DIR: dataDir })
  const { MEMBERSHIP_TOKEN_SECRETS } = environment()
  expect(MEMBERSHIP_TOKEN_SECRETS).toMatch(/^\{.*\}$/)
  expect(simulatorEnvironment(settings)['MEMBERSHIP_TOKEN_SECRETS']).toBe(MEMBERSHIP_TOKEN_SECRETS)
  expect(readFileSync(path.join(dataDir, 'membership-secret'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  expect(statSync(path.join(dataDir, 'membership-secret')).mode & 0o777).toBe(0o600)
})

test('providers without keys are simulated', () => {
  vi.stubEnv('SMTP_PORT', '4025')
  vi.stubEnv('SIMULATORS_PORT', '4001')
  expect(environment()).toMatchObject({
    DATABASE_URL,
    SIMULATORS: 'on',
    SMTP_URL: 'smtp://127.0.0.1:4025',
    STRIPE_API_URL: 'http://localhost:4001',
    STRIPE_SECRET_KEY: 'sk_simulated',
  })
})

test('who sets a key of Stripe talks to Stripe', () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_of_the_venue')
  const { STRIPE_SECRET_KEY, STRIPE_API_URL, STRIPE_JS_URL } = environment()
  expect(STRIPE_SECRET_KEY).toBe('sk_of_the_venue')
  expect([STRIPE_API_URL, STRIPE_JS_URL]).toEqual([undefined, undefined])
})

test('production gets no simulated value at all', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const made = environment()
  expect(made['SIMULATORS']).toBe('off')
  expect(Object.values(made).filter(value => value?.endsWith('_simulated'))).toEqual([])
  expect(made['MEMBERSHIP_TOKEN_SECRETS']).toBeUndefined()
})
