import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { describe, expect, onTestFinished, test } from 'vitest'

import { EnvError } from '../../platform/variables/env-error.ts'
import { faultsOfVariables, misspeltIn, parseEnv, VARIABLE_NAMES } from './read-env.ts'
import { EXTERNAL_SCRIPT_SIMULATOR_VARIABLES } from '../../pages/external-scripts/external-scripts.ts'
import { SIMULATOR_VARIABLES } from '../../payments/accounts/accounts.ts'

const LEAST = { DATABASE_URL: 'postgres://localhost/kippu', SITES_DIR: DEMO_SITES_DIR }
const PRODUCTION = {
  ...LEAST,
  NODE_ENV: 'production',
  SECRET_KEY: 'one secret of 32 characters, here',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'tickets@example.com',
  METRICS_TOKEN: 'for the monitor',
}
const STRIPE = { STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }

function problemOf(variables: Record<string, string>): string {
  try {
    parseEnv(variables)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return 'accepted'
}

describe('the environment', () => {
  test('needs nothing but a database outside production', () => {
    expect(parseEnv(LEAST)).toMatchObject({
      production: false,
      host: 'localhost',
      port: 3000,
      portShared: false,
      statusPort: null,
      drainSeconds: 0,
      orderHoldSeconds: 1800,
      requestsPerMinute: 6_000,
      confirmationMails: { mails: 5, addresses: 200, networkAddresses: 300 },
      role: 'all',
      webProcesses: 1,
      processName: 'all',
      simulators: true,
      siteKey: null,
      payments: { shared: { stripe: null } },
    })
  })

  test.each([
    '{"boc":{"issuer":"https://members.example","secret":"hush"}}',
    '{"boc":{"secret":"hush hush hush hush hush hush hush hush"}}',
    '{"boc":"hush"}',
    '{"boc":{"issuer":"https://members.example","secret":"hush hush hush hush hush hush","more":1}}',
    '{"boc":{"issuer":"https://members.example","secret":"hush hush hush hush hush hush hush","formerSecret":"hush"}}',
    '{"Boc":{"issuer":"x","secret":"hush hush hush hush hush hush hush hush"}}',
    '{"hush',
  ])('a wrong secret is refused without being quoted: %s', secrets => {
    const problem = problemOf({ ...LEAST, MEMBERSHIP_TOKEN_SECRETS: secrets })
    expect(problem).toMatch(/^MEMBERSHIP_TOKEN_SECRETS: /)
    expect(problem).not.toContain('hush')
  })

  test('secrets of members’ tokens are kept by site (S-5.05)', () => {
    const known = {
      issuer: 'https://members.example',
      secret: 's'.repeat(32),
      formerSecret: 'f'.repeat(32),
    }
    const { membershipTokenSecrets } = parseEnv({
      ...LEAST,
      MEMBERSHIP_TOKEN_SECRETS: JSON.stringify({ boc: known }),
    })
    expect([...membershipTokenSecrets]).toEqual([['boc', known]])
  })

  test.each(['https://api.example.com', 'https://api.example.com:8443', 'http://api.localhost:3000'])(
    'calls may go to %s (D-71)',
    origin => expect(parseEnv({ ...LEAST, API_ORIGIN: origin }).apiOrigin).toBe(origin),
  )

  test('a process drains in production unless it is told otherwise', () => {
    const drains = [{}, { DRAIN_SECONDS: '0' }, { DRAIN_SECONDS: '300' }].map(
      given => parseEnv({ ...PRODUCTION, ...given }).drainSeconds,
    )
    expect(drains).toEqual([5, 0, 300])
    expect(problemOf({ ...LEAST, DRAIN_SECONDS: '301' })).toMatch(/^DRAIN_SECONDS: /)
  })

  test('a worker in production has a port where somebody can ask for it', () => {
    expect(problemOf({ ...PRODUCTION, ROLE: 'worker' })).toMatch(/^STATUS_PORT: /)
    expect(parseEnv({ ...PRODUCTION, ROLE: 'worker', STATUS_PORT: '3100' }).statusPort).toBe(3100)
  })

  test('former keys are separated by commas or blanks, the newest first', () => {
    const [newer, older] = ['n'.repeat(32), 'o'.repeat(40)]
    for (const FORMER_SECRET_KEYS of [`${newer},${older}`, ` ${newer}  ${older}`, `${newer}, ${older},`])
      expect(parseEnv({ ...LEAST, FORMER_SECRET_KEYS }).formerSecretKeys).toEqual([newer, older])
    expect(parseEnv(LEAST).formerSecretKeys).toEqual([])
  })

  test('an empty variable counts as unset', () => {
    expect(parseEnv({ ...LEAST, PORT: '', SITE_HOSTS: '' })).toMatchObject({ port: 3000, siteHosts: [] })
  })

  test.each([
    ['DATABASE_URL', {}],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['PORT', { ...LEAST, PORT: '70000' }],
    ['PORT', { ...LEAST, PORT: '3e3' }],
    ['STATUS_PORT', { ...LEAST, STATUS_PORT: '0' }],
    ['STATUS_PORT', { ...LEAST, PORT_SHARED: 'on' }],
    ['WEB_PROCESSES', { ...LEAST, WEB_PROCESSES: '0' }],
    ['ORDER_HOLD_SECONDS', { ...LEAST, ORDER_HOLD_SECONDS: '0' }],
    ['UNPAID_DATA_DAYS', { ...LEAST, UNPAID_DATA_DAYS: '0' }],
    ['UNPAID_DATA_DAYS', { ...LEAST, UNPAID_DATA_DAYS: '3651' }],
    ['ROLE', { ...LEAST, ROLE: 'cron' }],
    ['SITE_HOSTS', { ...LEAST, SITE_HOSTS: 'demo' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'api.example.com' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'http://api.example.com' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'https://api.example.com/' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'https://api.example.com/v1' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'https://*.example.com' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: "https://api.example.com;script-src 'self'" }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'https://api.example.com:99999' }],
    ['API_ORIGIN', { ...LEAST, API_ORIGIN: 'http://localhost.example.com' }],
    ['SECRET_KEY', { ...LEAST, SECRET_KEY: 'short' }],
    ['FORMER_SECRET_KEYS', { ...LEAST, FORMER_SECRET_KEYS: `${'a'.repeat(32)},short` }],
    ['FORMER_SECRET_KEYS', { ...LEAST, FORMER_SECRET_KEYS: 'k'.repeat(32), SECRET_KEY: 'k'.repeat(32) }],
    ['FORMER_SECRET_KEYS', { ...LEAST, FORMER_SECRET_KEYS: `${'a'.repeat(32)} ${'a'.repeat(32)}` }],
    ['SECRET_KEY', { ...PRODUCTION, SECRET_KEY: 'development-only: everybody knows this key' }],
    ['MEMBERSHIP_TOKEN_SECRETS', { ...LEAST, MEMBERSHIP_TOKEN_SECRETS: 'not json' }],
    ['MEMBERSHIP_TOKEN_SECRETS', { ...LEAST, MEMBERSHIP_TOKEN_SECRETS: '["x"]' }],
    ['STRIPE_WEBHOOK_SECRET', { ...LEAST, STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x' }],
    ['SECRET_KEY', { ...LEAST, NODE_ENV: 'production' }],
    ['SECRET_KEY', { ...PRODUCTION, SECRET_KEY: 'k'.repeat(64) }],
    ['SECRET_KEY', { ...PRODUCTION, SECRET_KEY: 'development-only: everybody knows this key' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://kippu@db:port/kippu' }],
    ['TRUST_PROXY', { ...LEAST, TRUST_PROXY: 'banana' }],
    ['MAIL_FROM', { ...LEAST, MAIL_FROM: 'not an address' }],
    ['MAIL_FROM', { ...PRODUCTION, MAIL_FROM: '' }],
    ['MAIL_FROM', { ...PRODUCTION, MAIL_FROM: 'Kippu <tickets@localhost>' }],
    ['ALLOW_DEMO_SITE', { ...PRODUCTION, ALLOW_DEMO_SITE: 'true' }],
    ['METRICS_TOKEN', { ...PRODUCTION, METRICS_TOKEN: '' }],
    ['METRICS_TOKEN', { ...PRODUCTION, METRICS_TOKEN: '', STATUS_PORT: '3100', HOST: '0.0.0.0' }],
    ['SMTP_URL', { ...PRODUCTION, SMTP_URL: '' }],
    ['SMTP_URL', { ...PRODUCTION, SMTP_URL: 'smtp://mail server:25' }],
    ['SIMULATORS', { ...PRODUCTION, SIMULATORS: 'on' }],
  ])('stops the start with one line that begins with %s', (name, variables) => {
    const problem = problemOf(variables)
    expect(problem.startsWith(`${name}: `)).toBe(true)
    expect(problem).not.toContain('\n')
  })

  test('a variable that is not set has a message of its own', () => {
    const problem = 'DATABASE_URL: is not set; outside production `npm start` brings a database of its own'
    expect(problemOf({})).toBe(problem)
  })

  test.each(['localhost', '10.1.2.3'])('metrics need no token at a port of their own on %s', HOST => {
    const withoutToken = { ...PRODUCTION, METRICS_TOKEN: '', HOST }
    expect(problemOf({ ...withoutToken, STATUS_PORT: '3100' })).toBe('accepted')
    expect(problemOf(withoutToken)).toMatch(/^METRICS_TOKEN: /)
  })

  test('a misspelt name is refused in production, by the name that is meant', () => {
    const variables = { SMPT_URL: 'smtp://mail.example.com', PATH: '/bin' }
    expect(problemOf({ ...PRODUCTION, ...variables })).toBe(
      'SMPT_URL: is not a variable of the store; SMTP_URL is',
    )
    expect(problemOf({ ...PRODUCTION, SMPT_URL: '' })).toBe('accepted')
    expect(problemOf({ ...LEAST, ...variables })).toBe('accepted')
  })

  test('no variable of ours, nor of our launchers, looks like a misspelt one', () => {
    const ofLaunchers = [
      'SIMULATORS_HOST',
      'SIMULATORS_PORT',
      'SIMULATORS_TLS_PORT',
      'SMTP_PORT',
      'STORE_URL',
    ]
    const all = [...VARIABLE_NAMES, ...ofLaunchers, 'STORE_ORIGINS', 'DEV_STORE_PORT', 'DEV_WEB_ORIGIN']
    const values = { ...Object.fromEntries(all.map(name => [name, 'x'])), SITES_DIR: import.meta.dirname }
    expect(misspeltIn(values)).toEqual([])
  })

  const simulated = [...SIMULATOR_VARIABLES, ...EXTERNAL_SCRIPT_SIMULATOR_VARIABLES]
  test.each(simulated.flatMap(name => [name, `MORI__${name}`, `FORMER__${name}`]))(
    'production does not start with %s, which points at a simulator (S-7.05)',
    name => {
      const problem = problemOf({ ...PRODUCTION, [name]: 'http://localhost:3001/x' })
      expect(problem).toBe(`${name}: leads to a simulator, which never runs in production`)
    },
  )

  test('production runs without simulators, on keys of its own (R-3.31)', () => {
    expect(parseEnv({ ...PRODUCTION, ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_x' })).toMatchObject({
      production: true,
      simulators: false,
      payments: { shared: { stripe: { apiUrl: null } } },
    })
  })

  test.each([
    ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_x' }],
    [
      'GMO_ENVIRONMENT',
      { GMO_SHOP_ID: 'tshop00000001', GMO_SHOP_PASS: 'pass', GMO_NOTIFICATION_KEY: 'k'.repeat(32) },
    ],
  ])('production refuses a test account, %s, except in a rehearsal (S-7.05)', (name, account) => {
    const problem = `${name}: is a test account; production needs a live one, or ALLOW_TEST_PAYMENTS=yes`
    expect(problemOf({ ...PRODUCTION, ...account })).toBe(problem)
    expect(problemOf({ ...PRODUCTION, ...account, ALLOW_TEST_PAYMENTS: 'yes' })).toBe('accepted')
  })

  test('hosts of sites are read as pairs', () => {
    expect(
      parseEnv({ ...LEAST, SITE_HOSTS: 'demo=Tickets.example.com, mori=mori.example.com:8443' }).siteHosts,
    ).toEqual([
      { key: 'demo', host: 'tickets.example.com' },
      { key: 'mori', host: 'mori.example.com:8443' },
    ])
  })
})

describe('accounts of single sites (S-7.14)', () => {
  const ofMori = Object.fromEntries(
    Object.entries(STRIPE).map(([name, value]) => [`MORI__${name}`, `${value}_mori`]),
  )

  test('a site has its own account, and all others the deployment’s', () => {
    const { shared, ofSite } = parseEnv({
      ...LEAST,
      ...STRIPE,
      STRIPE_API_URL: 'http://localhost:3001',
      ...ofMori,
    }).payments
    expect(shared.stripe).toMatchObject({ secretKey: 'sk_x', apiUrl: 'http://localhost:3001' })
    expect([...ofSite.keys()]).toEqual(['mori'])
    // Nothing is mixed: the site's keys are not sent to the deployment's simulator.
    expect(ofSite.get('mori')?.stripe).toMatchObject({ secretKey: 'sk_x_mori', apiUrl: null })
  })

  test('a dash in the key of a site becomes an underscore', () => {
    const own = Object.entries(STRIPE).map(([name, value]) => [`AZABUDAI_BORDERLESS__${name}`, value])
    const { ofSite } = parseEnv({ ...LEAST, ...Object.fromEntries(own) }).payments
    expect([...ofSite.keys()]).toEqual(['azabudai-borderless'])
  })

  test('an empty variable of a site counts as unset', () => {
    expect(parseEnv({ ...LEAST, MORI__STRIPE_SECRET_KEY: '' }).payments.ofSite.size).toBe(0)
  })

  test.each([
    [
      'MORI__STRIPE_PUBLISHABLE_KEY: is not set, but STRIPE_SECRET_KEY is',
      { MORI__STRIPE_SECRET_KEY: 'sk_x' },
    ],
    [
      'MORI__STRIPE_JS_URL: is set, but the keys of the account are not',
      { MORI__STRIPE_JS_URL: 'http://localhost/' },
    ],
    ['MORI__STRIPE_JS_URL: must be a URL', { ...ofMori, MORI__STRIPE_JS_URL: 'nonsense' }],
    ['MOR__STRIPE_SECRET_KEY: there is no site MOR', { MOR__STRIPE_SECRET_KEY: 'sk_x' }],
    ['MOR__STRIPE_SECRET: there is no site MOR', { MOR__STRIPE_SECRET: 'sk_x' }],
    ['MORI__STRIPE_SECRET: a site has no variable STRIPE_SECRET of its own', { MORI__STRIPE_SECRET: 'sk_x' }],
    ['MORI__PORT: a site has no variable PORT of its own', { MORI__PORT: '1' }],
  ])('%s', (problem, variables) => {
    expect(problemOf({ ...LEAST, ...variables })).toBe(problem)
  })

  test('a former account must be complete like any other, and no site takes payments with it (S-7.14)', () => {
    const former = (own: Readonly<Record<string, string>>) => ({
      ...LEAST,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`FORMER__${name}`, value])),
    })
    const { payments } = parseEnv(former(STRIPE))
    expect(payments).toMatchObject({ shared: { stripe: null }, former: { stripe: { secretKey: 'sk_x' } } })
    expect(payments.ofSite.size).toBe(0)
    expect(parseEnv(former({ STRIPE_SECRET_KEY: '' })).payments.former).toBeNull()
    expect(problemOf(former({ STRIPE_SECRET_KEY: 'sk_x' }))).toBe(
      'FORMER__STRIPE_PUBLISHABLE_KEY: is not set, but STRIPE_SECRET_KEY is',
    )
    expect(problemOf(former({ PORT: '1' }))).toBe('FORMER__PORT: is not a variable of a payment account')
  })

  test('variables of other programs are ignored', () => {
    const theirs = { LOGGING__LEVEL: 'x', __CF_USER_TEXT_ENCODING: 'x', npm_config__auth: 'x' }
    expect(parseEnv({ ...LEAST, ...theirs }).payments.ofSite.size).toBe(0)
  })
})

test('a variable in a file is as good as one by itself, for the start and for the doctor', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-variables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'secret_key')
  writeFileSync(file, 'another secret of 32 characters, too\n')
  const given = { ...LEAST, SECRET_KEY_FILE: file }
  expect(parseEnv(given).secretKey).toBe('another secret of 32 characters, too')
  expect(faultsOfVariables(given)).toEqual([])
  expect(faultsOfVariables({ ...given, SECRET_KEY: PRODUCTION.SECRET_KEY })).toHaveLength(1)
})
