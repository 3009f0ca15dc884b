import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseEnv } from '../../apps/server/src/start/environment/read-env.ts'
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

function environment(): Promise<NodeJS.ProcessEnv> {
  return storeEnvironment(readStartSettings({ ...process.env, DATA_DIR: dataDir }), DATABASE_URL)
}

test('the secret key is made once and only its owner reads it', async () => {
  const { SECRET_KEY } = await environment()
  expect(SECRET_KEY).toMatch(/^[\w-]{43}$/)
  expect((await environment())['SECRET_KEY']).toBe(SECRET_KEY)
  expect(statSync(path.join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('store and simulated organisation share a secret that is made once, in this data folder alone (S-5.05)', async () => {
  const settings = readStartSettings({ DATA_DIR: dataDir })
  const { MEMBERSHIP_TOKEN_SECRETS } = await environment()
  expect(MEMBERSHIP_TOKEN_SECRETS).toMatch(/^\{.*\}$/)
  expect(simulatorEnvironment(settings)['MEMBERSHIP_TOKEN_SECRETS']).toBe(MEMBERSHIP_TOKEN_SECRETS)
  expect(readFileSync(path.join(dataDir, 'membership-secret'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  expect(statSync(path.join(dataDir, 'membership-secret')).mode & 0o777).toBe(0o600)
})

test('the simulated organisation has no members at the site of a venue, not even over one of the product', async () => {
  const sitesDir = path.join(dataDir, 'sites')
  mkdirSync(path.join(sitesDir, 'boc'), { recursive: true })
  writeFileSync(path.join(sitesDir, 'boc/site.json'), JSON.stringify({ legal: { phone: '03-1111-2222' } }))
  const secrets = (more: object) =>
    simulatorEnvironment(readStartSettings({ DATA_DIR: dataDir, ...more }))['MEMBERSHIP_TOKEN_SECRETS'] ?? ''
  expect(Object.keys(JSON.parse(secrets({})))).toContain('boc')
  expect(Object.keys(JSON.parse(secrets({ SITES_DIR: sitesDir })))).not.toContain('boc')
})

/** One variable of each provider that leads to its simulator, and none of the others. */
const SIMULATED = {
  stripe: 'STRIPE_API_URL',
  gmo: 'GMO_API_URL',
  softbank: 'SOFTBANK_API_URL',
  adyen: 'ADYEN_API_URL',
  alipay: 'ALIPAY_API_URL',
  docomo: 'DOCOMO_GATEWAY_URL',
  applePay: 'APPLE_PAY_VALIDATION_URL',
  deviceFingerprint: 'DEVICE_FINGERPRINT_SCRIPT_URL',
  tagManager: 'TAG_MANAGER_URL',
}

test('providers without keys are simulated, every one (E-33, D-72)', async () => {
  vi.stubEnv('SMTP_PORT', '4025')
  vi.stubEnv('SIMULATORS_PORT', '4001')
  const made = await environment()
  expect(made).toMatchObject({
    DATABASE_URL,
    SIMULATORS: 'on',
    SMTP_URL: 'smtp://127.0.0.1:4025',
    STRIPE_SECRET_KEY: 'sk_simulated',
  })
  for (const name of Object.values(SIMULATED))
    expect(made[name]).toMatch(/^https?:\/\/localhost:4(001|443)(\/|$)/)
  const settings = readStartSettings({ SIMULATORS_PORT: '4001', DATA_DIR: dataDir })
  expect(simulatorEnvironment(settings)['SIMULATORS_TLS_PORT']).toBe('4443')
})

test('the store starts with them', async () => {
  const { payments, externalScripts } = parseEnv(await environment())
  expect(
    Object.entries(payments.shared).flatMap(([name, account]) => (account === null ? [name] : [])),
  ).toEqual([])
  // A third-party script is only loaded when somebody has set it (D-42).
  expect(externalScripts.shared).toEqual({ tagManager: null, adTracker: null, hosts: [] })
})

test('an id brings the stand-in for the tag manager, never the real one (R-3.32, R-7.71)', async () => {
  vi.stubEnv('SIMULATORS_PORT', '4001')
  vi.stubEnv('DEMO__TAG_MANAGER_ID', 'GTM-TEST1')
  const { externalScripts } = parseEnv(await environment())
  expect(externalScripts.ofSite.get('demo')?.tagManager).toBe(
    'http://localhost:4001/tag-manager/gtm.js?id=GTM-TEST1',
  )
})

test.each([
  ['stripe', 'STRIPE_SECRET_KEY'],
  ['gmo', 'GMO_SHOP_ID'],
  ['softbank', 'SOFTBANK_HASH_KEY'],
  ['adyen', 'ADYEN_API_KEY'],
  ['alipay', 'ALIPAY_CLIENT_ID'],
  ['docomo', 'DOCOMO_CLIENT_ID'],
  ['applePay', 'APPLE_PAY_MERCHANT_ID'],
] as const)(
  'who sets a key of %s talks to that one, and to no other simulator less',
  async (provider, name) => {
    vi.stubEnv(name, 'of the venue')
    const made = await environment()
    expect(made[name]).toBe('of the venue')
    const simulated = Object.entries(SIMULATED).filter(([, variable]) => made[variable] !== undefined)
    expect(simulated.map(([other]) => other)).toEqual(
      Object.keys(SIMULATED).filter(other => other !== provider),
    )
  },
)

test('production gets no simulated value at all (E-33)', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('DATABASE_URL', DATABASE_URL)
  const made = await environment()
  expect(made['SIMULATORS']).toBe('off')
  const added = Object.entries(made).filter(([name, value]) => process.env[name] !== value)
  expect(added.map(([name]) => name).toSorted()).toEqual(['DATA_DIR', 'HOST', 'PORT', 'SIMULATORS'])
})
