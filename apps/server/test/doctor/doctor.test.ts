import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import pg from 'pg'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { applePayCertificates } from '../../../simulators/src/apple-pay/certificates.ts'
import {
  makeWalletCertificates,
  PASS_TYPE_ID,
  TEAM_ID,
  type WalletCertificates,
} from '../../../simulators/src/apple-wallet/certificates.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Examination, examine } from '../../src/start/doctor/examine.ts'
import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { openProviderSimulators, type ProviderSimulators } from '../provider-simulators.ts'
import { openSmtpDoor, type SmtpDoor } from './smtp-door.ts'
import { openStoreDoor, type StoreDoor } from './store-door.ts'

/** A store in which nothing is wrong, and everything that goes wrong with one: each fault is planted, found, and taken away. */

const APP = 'store_app'
const DAY_MS = 86_400_000

let folder: string
let cluster: EmbeddedDatabase
let admin: pg.Client
let url: string
let mail: SmtpDoor
let house: StoreDoor
let stranger: StoreDoor
let providers: ProviderSimulators
let web: string
/** The certificate of a pass type that ends within a month. */
let pass: WalletCertificates
/** Nobody listens there. */
let closed: number
const trusted = getCACertificates('default')

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-doctor-'))
  await startCluster()
  const [ours, theirs] = [path.join(folder, 'ours'), path.join(folder, 'theirs')]
  for (const one of [ours, theirs]) mkdirSync(one)
  const certificates = await applePayCertificates(ours)
  setDefaultCACertificates([...trusted, certificates.ca])
  house = await openStoreDoor(certificates.server)
  stranger = await openStoreDoor((await applePayCertificates(theirs)).server)
  mail = await openSmtpDoor()
  providers = await openProviderSimulators()
  pass = await makeWalletCertificates({ notAfter: new Date(Date.now() + 29.5 * DAY_MS) })
  web = file('index.html')
  closed = await claimPort()
}, 120_000)

afterAll(async () => {
  setDefaultCACertificates(trusted)
  await Promise.all([admin.end(), house.close(), stranger.close(), mail.close(), providers.close()])
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A cluster that is set as a venue's should be: the one that the other tests share survives no crash. */
async function startCluster(): Promise<void> {
  const dataDir = path.join(folder, 'cluster')
  const first = await startEmbeddedDatabase({ dataDir })
  await as(first.url, async client => {
    for (const line of [`archive_mode = on`, `archive_command = 'true'`, `wal_level = replica`])
      await client.query(`alter system set ${line}`)
    await client.query(`create role ${APP} login password 'app'`)
    await client.query(`create database store owner ${APP}`)
  })
  await first.stop()
  cluster = await startEmbeddedDatabase({ dataDir })
  url = addressOf('store', { user: APP, password: 'app' })
  await migrate(url)
  admin = new pg.Client({ connectionString: addressOf('store') })
  await admin.connect()
}

function addressOf(database: string, who?: { readonly user: string; readonly password: string }): string {
  const address = new URL(cluster.url)
  address.pathname = `/${database}`
  if (who !== undefined) Object.assign(address, { username: who.user, password: who.password })
  return address.href
}

async function as(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

type Variables = Record<string, string>

const production = (): Variables => ({
  NODE_ENV: 'production',
  ROLE: 'web',
  DATABASE_URL: url,
  SECRET_KEY: 'one secret of 32 characters, here',
  SMTP_URL: `smtp://user:password@127.0.0.1:${mail.port}`,
  MAIL_FROM: 'tickets@example.com',
  METRICS_TOKEN: 'for the monitor',
  TRUST_PROXY: 'loopback',
  SITES_DIR: DEMO_SITES_DIR,
  SITE_KEY: 'demo',
  SITE_HOSTS: `demo=127.0.0.1:${house.port}`,
  // A rehearsal: no account at a real provider, no venue.
  ALLOW_DEMO_SITE: 'yes',
  ALLOW_NO_PAYMENTS: 'yes',
  DATA_DIR: folder,
})

/** Simulators take the place of providers, which production refuses. */
const rehearsal = (): Variables => ({
  SITES_DIR: DEMO_SITES_DIR,
  DATABASE_URL: url,
  SMTP_URL: `smtp://user:password@127.0.0.1:${mail.port}`,
  DATA_DIR: folder,
  ...(['stripe', 'gmo', 'softbank', 'adyen', 'alipay', 'docomo'] as const).reduce<Variables>(
    (all, provider) => ({ ...all, ...providers.variablesOf(provider) }),
    {},
  ),
})

async function found(variables: Variables, options: Partial<Examination> = {}): Promise<string[]> {
  const findings = await examine({ variables, web, ...options })
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, says }) => `${state} ${check}: ${says}`)
}

const file = (name: string, mode = 0o600): string => {
  const full = path.join(folder, name)
  writeFileSync(full, 'one secret of 32 characters, here\n')
  chmodSync(full, mode)
  return full
}

/** Settings of the whole server, and back. */
const server = (setting: string) => async () => {
  const [name = '', , value] = setting.split(' ')
  await admin.query(`alter system set ${setting}`)
  await reload(name, one => one === value)
  return async () => {
    await admin.query(`alter system reset ${name}`)
    await reload(name, one => one !== value)
  }
}

/** New connections have it some time after the server was told. */
async function reload(name: string, isThere: (value: string) => boolean): Promise<void> {
  await admin.query('select pg_reload_conf()')
  const shown = async (): Promise<boolean> => {
    const found: string[] = []
    await as(addressOf('store'), async client => {
      const { rows } = await client.query<Record<string, string>>(`show ${name}`)
      found.push(rows[0]?.[name] ?? '')
    })
    return found.every(isThere)
  }
  await expect.poll(shown, { timeout: 20_000 }).toBe(true)
}

const sql = (plant: string, undo: string) => async () => {
  await admin.query(plant)
  return async () => void (await admin.query(undo))
}

type Undo = () => unknown
interface Planted {
  readonly variables?: () => Variables
  readonly options?: () => Partial<Examination>
  readonly plant?: () => Promise<Undo> | Undo
}

const setting = (name: string, value: string): Planted => ({ variables: () => ({ [name]: value }) })
const without = (name: string): Planted => setting(name, '')

/** The cluster of the other tests survives no crash: it stands for one without `fsync`. */
const FAULTS: ReadonlyArray<readonly [what: string, line: RegExp, Planted]> = [
  [
    'a misspelt variable',
    /fault variables: SMPT_URL: is not a variable .* SMTP_URL is/,
    setting('SMPT_URL', 'x'),
  ],
  ['no key', /fault variables: SECRET_KEY: must be set/, without('SECRET_KEY')],
  ['a short key', /fault variables: SECRET_KEY: must have 32/, setting('SECRET_KEY', 'short')],
  [
    'a sender of this machine',
    /fault variables: MAIL_FROM: must not be at localhost/,
    setting('MAIL_FROM', 'a@localhost'),
  ],
  ['no number', /fault variables: PORT: must be a whole number/, setting('PORT', 'http')],
  [
    'a second wrong one',
    /fault variables: DRAIN_SECONDS/,
    { variables: () => ({ PORT: 'x', DRAIN_SECONDS: '999' }) },
  ],
  [
    'two that contradict',
    /fault variables: SPOT_QR_RENEW_SECONDS: must be less/,
    setting('SPOT_QR_RENEW_SECONDS', '1800'),
  ],
  ['half an account', /fault variables: STRIPE_\w+/, setting('STRIPE_SECRET_KEY', 'sk_live_1')],
  [
    'a test account',
    /fault variables: GMO_ENVIRONMENT: is a test account/,
    {
      variables: () => ({
        GMO_SHOP_ID: 'tshop00000001',
        GMO_SHOP_PASS: 'pass',
        GMO_NOTIFICATION_KEY: 'sixteen-characters',
      }),
    },
  ],
  ['a site without a host', /fault variables: SITE_HOSTS: production needs/, without('SITE_HOSTS')],
  [
    'an invented seller',
    /fault variables: SITES_DIR: demo\/site\.json has values that are invented/,
    without('ALLOW_DEMO_SITE'),
  ],
  ['nothing to pay with', /fault variables: .*has no way to be paid/, without('ALLOW_NO_PAYMENTS')],
  ['simulators', /fault variables: SIMULATORS: must be off/, setting('SIMULATORS', 'on')],
  [
    'a lost file',
    /fault variables: METRICS_TOKEN_FILE: .* cannot be read \(ENOENT\)/,
    {
      variables: () => ({ METRICS_TOKEN: '', METRICS_TOKEN_FILE: '/none' }),
    },
  ],
  [
    'a variable and its file',
    /fault variables: SECRET_KEY_FILE: must not be set beside/,
    {
      variables: () => ({ SECRET_KEY_FILE: file('key') }),
    },
  ],
  ['no word of the proxy', /advice variables: TRUST_PROXY/, without('TRUST_PROXY')],
  [
    'a wrong password',
    /fault database: .*password authentication failed/,
    {
      variables: () => ({ DATABASE_URL: addressOf('store', { user: APP, password: 'wrong' }) }),
    },
  ],
  [
    'no database',
    /fault database: .*"none" does not exist/,
    {
      variables: () => ({ DATABASE_URL: addressOf('none', { user: APP, password: 'app' }) }),
    },
  ],
  [
    'a database that is away',
    /fault database: .*does not answer/,
    setting('DATABASE_URL', 'postgres://a:b@127.0.0.1:9/c'),
  ],
  [
    'no fsync',
    /fault database: fsync is off/,
    { variables: () => ({ DATABASE_URL: inject('adminDatabaseUrl') }) },
  ],
  ['no whole pages', /fault database: full_page_writes is off/, { plant: server('full_page_writes = off') }],
  [
    'commits that are lost',
    /fault database: synchronous_commit is off/,
    {
      plant: sql(`alter role ${APP} set synchronous_commit = off`, `alter role ${APP} reset all`),
    },
  ],
  [
    'another isolation',
    /fault database: default_transaction_isolation is serializable/,
    {
      plant: sql(
        `alter role ${APP} set default_transaction_isolation = serializable`,
        `alter role ${APP} reset all`,
      ),
    },
  ],
  [
    'nothing may be written',
    /fault database: default_transaction_read_only is on/,
    {
      plant: sql(`alter role ${APP} set default_transaction_read_only = on`, `alter role ${APP} reset all`),
    },
  ],
  ['no vacuum', /fault database: autovacuum is off/, { plant: server('autovacuum = off') }],
  ['too many connections', /fault database: DB_POOL_SIZE: /, setting('DB_POOL_SIZE', '200')],
  [
    'an old collation',
    /fault database: its collation was version 0/,
    {
      plant: sql(
        `update pg_database set datcollversion = '0' where datname = 'store'`,
        'alter database store refresh collation version',
      ),
    },
  ],
  [
    'another encoding',
    /fault database: its encoding is SQL_ASCII/,
    {
      plant: sql(
        `create database ascii owner ${APP} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
        'drop database ascii with (force)',
      ),
      variables: () => ({ DATABASE_URL: addressOf('ascii', { user: APP, password: 'app' }) }),
    },
  ],
  [
    'a superuser',
    /advice role: .* is a superuser/,
    { variables: () => ({ DATABASE_URL: addressOf('store') }) },
  ],
  [
    'no right to create',
    /fault role: .* may not create tables/,
    {
      plant: sql(
        'revoke create on schema public from pg_database_owner',
        'grant create on schema public to pg_database_owner',
      ),
    },
  ],
  [
    'a strange table',
    /fault role: 1 tables belong to another role/,
    {
      plant: sql('create table strange ()', 'drop table strange'),
    },
  ],
  [
    'a newer database',
    /fault schema: the database is newer.*9999-next/,
    {
      plant: sql(
        `insert into schema_migrations values (9999, '9999-next.sql', '', now())`,
        'delete from schema_migrations where number = 9999',
      ),
    },
  ],
  [
    'a changed migration',
    /fault schema: migration 0001-.* was changed/,
    {
      plant: sql(
        `update schema_migrations set checksum = 'x' || checksum where number = 1`,
        'update schema_migrations set checksum = substr(checksum, 2) where number = 1',
      ),
    },
  ],
  [
    'migrations to come',
    /advice schema: 1 migrations are to come/,
    {
      plant: sql(
        `update schema_migrations set number = -1 where number = (select max(number) from schema_migrations)`,
        'update schema_migrations set number = (select max(number) + 1 from schema_migrations) where number = -1',
      ),
    },
  ],
  [
    'words that promise more than a ticket gives',
    /advice entry: the words of pass-a \(site demo\) promise to come in again/,
    {
      plant: sql(
        `with pass as (
           insert into products (site_key, uuid, code, product_type, sale_type, base_price, entry_policy, position)
           values ('demo', gen_random_uuid(), 'pass-a', 'main', 'period', 1, 'once', 999) returning id)
         insert into product_texts (product_id, lang, name, description)
         select id, 'en', 'Pass', 'Come as often as you like' from pass`,
        `with gone as (
           delete from product_texts using products p where p.id = product_id and p.code = 'pass-a' returning product_id)
         delete from products where id in (select product_id from gone)`,
      ),
    },
  ],
  [
    'words that a language of the site lacks',
    /advice words: site demo has pass-b without words in kr: their readers see English/,
    {
      plant: sql(
        `with spoken as (
           insert into languages (site_key, id, is_default, position)
           values ('demo', 'en', false, 1), ('demo', 'kr', false, 2) returning id), pass as (
           insert into products (site_key, uuid, code, product_type, sale_type, base_price, entry_policy, position)
           values ('demo', gen_random_uuid(), 'pass-b', 'main', 'date', 1, 'once', 999) returning id)
         insert into product_texts (product_id, lang, name, description) select id, 'en', 'Pass', '' from pass`,
        `with gone as (
           delete from product_texts using products p where p.id = product_id and p.code = 'pass-b' returning product_id),
         silent as (delete from languages where site_key = 'demo')
         delete from products where id in (select product_id from gone)`,
      ),
    },
  ],
  [
    'another release',
    /advice schema: also connected: kippu 7/,
    {
      plant: async () => {
        const other = new pg.Client({ connectionString: url, application_name: 'kippu 7' })
        await other.connect()
        return () => other.end()
      },
    },
  ],
  [
    'a clock that is wrong',
    /fault clock: the database is 6\d\.\d s behind/,
    { options: () => ({ now: () => Date.now() + 62_000 }) },
  ],
  ['no mail server', /fault mail: 127\.0\.0\.1:9: /, setting('SMTP_URL', 'smtp://127.0.0.1:9')],
  ['a refused login', /fault mail: .*Invalid login/, { plant: () => refusing('login') }],
  [
    'a mail server without TLS',
    /fault mail: 127\.0\.0\.1:\d+: TLS fails/,
    {
      variables: () => ({ SMTP_URL: `smtp://user:password@127.0.0.1:${mail.port}?requireTLS=true` }),
    },
  ],
  [
    'a refused sender',
    /fault mail: .*not your address/,
    { plant: () => refusing('sender'), options: () => ({ mailTo: 'you@example.com' }) },
  ],
  [
    'a refused address',
    /fault mail: .*nobody/,
    { plant: () => refusing('recipient'), options: () => ({ mailTo: 'you@example.com' }) },
  ],
  [
    'a host that is away',
    /fault hosts: .* does not answer \(ECONNREFUSED\)/,
    { variables: () => ({ SITE_HOSTS: `demo=127.0.0.1:${closed}` }) },
  ],
  [
    'an untrusted certificate',
    /fault hosts: .* does not answer \(\w*(CERT|VERIFY|SELF)\w*\)/,
    {
      variables: () => ({ SITE_HOSTS: `demo=127.0.0.1:${stranger.port}` }),
    },
  ],
  [
    'another program',
    /fault hosts: .* is answered by another program/,
    { plant: () => answering({ headers: {} }) },
  ],
  [
    'a store that is not ready',
    /advice hosts: .* not ready \(503\)/,
    { plant: () => answering({ status: 503 }) },
  ],
  [
    'another clock',
    /fault clock: it differs from that of 127\.0\.0\.1:\d+ by -?\d+ s/,
    {
      plant: () =>
        answering({
          headers: { 'x-request-id': 'one', date: new Date(Date.now() - 3_600_000).toUTCString() },
        }),
    },
  ],
  ['a full disk', /fault disk: .* MiB left/, { options: () => ({ leastFree: Infinity }) }],
  [
    'a secret that others may change',
    /fault files: .*open-key \(SECRET_KEY\) may be changed/,
    {
      variables: () => ({ SECRET_KEY: '', SECRET_KEY_FILE: file('open-key', 0o666) }),
    },
  ],
  [
    'a secret that others may read',
    /advice files: .*read-key \(SECRET_KEY\) may be read/,
    {
      variables: () => ({ SECRET_KEY: '', SECRET_KEY_FILE: file('read-key', 0o644) }),
    },
  ],
  [
    'a certificate of passes that is about to end',
    /advice wallets: a certificate of pass\.simulated\.kippu ends on \d{4}-\d\d-\d\d, in 29 days/,
    {
      variables: () => ({
        APPLE_WALLET_PASS_TYPE_ID: PASS_TYPE_ID,
        APPLE_WALLET_TEAM_ID: TEAM_ID,
        APPLE_WALLET_CERTIFICATE: pass.pass.certificate,
        APPLE_WALLET_KEY: pass.pass.key,
        APPLE_WALLET_WWDR: pass.intermediate,
      }),
    },
  ],
  ['nothing built', /fault web app: it is not built/, { options: () => ({ web: '/none' }) }],
]

const OF_PROVIDERS: ReadonlyArray<readonly [what: string, line: RegExp, Planted]> = [
  [
    'a wrong key of Stripe',
    /fault providers: stripe .* does not answer for our keys/,
    setting('STRIPE_SECRET_KEY', 'rk_test_wrong'),
  ],
  [
    'a wrong password of GMO',
    /fault providers: gmo .* does not answer for our keys/,
    setting('GMO_SHOP_PASS', 'wrong'),
  ],
  [
    'a wrong client of Alipay',
    /fault providers: alipay .* does not answer for our keys/,
    setting('ALIPAY_CLIENT_ID', 'SANDBOX_wrong'),
  ],
  [
    'a wrong key of docomo',
    /fault providers: docomo .* does not answer for our keys/,
    setting('DOCOMO_GATEWAY_KEY', 'wrong wrong wrong wrong'),
  ],
  [
    'a provider that is away',
    /fault providers: adyen: .* does not answer \(ECONNREFUSED\)/,
    { variables: () => ({ ADYEN_API_URL: `http://127.0.0.1:${closed}` }) },
  ],
]

function refusing(what: SmtpDoor['refuses']): Undo {
  mail.refuses = what
  return () => (mail.refuses = 'nothing')
}

function answering(how: Partial<Pick<StoreDoor, 'headers' | 'status'>>): Undo {
  const { headers, status } = house
  Object.assign(house, how)
  return () => Object.assign(house, { headers, status })
}

async function planted({ variables, options, plant }: Planted, base: () => Variables): Promise<string> {
  const undo = await plant?.()
  try {
    return (await found({ ...base(), ...variables?.() }, options?.())).join('\n')
  } finally {
    await undo?.()
  }
}

const HEALTHY = ['advice variables: ALLOW_DEMO_SITE lets invented sellers sell']

test('in a store as it should be nothing is found but that it is a rehearsal, and a mail is sent where one is asked for', async () => {
  expect(await found(production(), { mailTo: 'you@example.com' })).toEqual(HEALTHY)
  expect(mail.taken).toEqual(['RCPT TO:<you@example.com>'])
  expect((await found(rehearsal())).filter(line => !line.startsWith('advice'))).toEqual([])
})

test.each(FAULTS)('%s is found', async (_, line, fault) => {
  expect(await planted(fault, production)).toMatch(line)
})

test.each(OF_PROVIDERS)('%s is found', async (_, line, fault) => {
  expect(await planted(fault, rehearsal)).toMatch(line)
})

test('once all of them are taken away, nothing is found again', async () => {
  expect(await found(production())).toEqual(HEALTHY)
})

test('the command says a line each and fails with a fault; a broken site is one', async () => {
  const sites = path.join(folder, 'sites')
  mkdirSync(path.join(sites, 'broken'), { recursive: true })
  writeFileSync(path.join(sites, 'broken', 'site.json'), '{}')
  const said: string[] = []
  const run = (variables: Variables, ...args: readonly string[]): Promise<number> =>
    runCli(['doctor', ...args], {
      open: () => {
        throw new Error('opened')
      },
      out: text => said.push(text),
      err: text => said.push(text),
      variables,
    })
  expect(await run({ ...rehearsal(), SITES_DIR: sites })).toBe(1)
  expect(said.join('\n')).toMatch(/\[fault\] {2}sites: broken/)
  expect(await run({ ...rehearsal(), SITES_DIR: web })).toBe(1)
  expect(said.at(-1)).toMatch(
    /\[fault\] {2}variables: SITES_DIR: the store can't read the folder .* \(ENOTDIR\)/,
  )
  expect(await run({}, '--mail-to', 'nobody')).toBe(2)
  expect(await run({ DATABASE_URL: 'x' })).toBe(1)
  expect(said.at(-1)).toMatch(/\[fault\] {2}variables: DATABASE_URL: must begin with postgres/)
})

test('an archive that fails is found', async () => {
  await admin.query(`alter system set archive_command = 'false'`)
  await admin.query('select pg_reload_conf()')
  // The archiver may take a log by its command of before, for it reads its settings in its own time: so each look gives it one more. PostgreSQL
  // does not switch a log in which nothing was written.
  const looks = async (): Promise<string> => {
    await admin.query(`select pg_logical_emit_message(true, 'doctor', 'something to archive')`)
    await admin.query('select pg_switch_wal()')
    return (await found(production())).join('\n')
  }
  await expect.poll(looks, { timeout: 25_000 }).toMatch(/fault archive: the newest log could not be archived/)
})
