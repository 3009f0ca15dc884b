import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { claimPort } from '../../../tools/start/claim-ports.ts'
import { lockFolder } from '../../../tools/start/folder-lock.ts'
import { choose } from '../../../tools/test/proof-choice.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { ROOT } from './kept-cluster.ts'
import { readTables } from './read-tables.ts'

/** The real programs, started wrong: each says so in one line and ends, before it has changed anything. */

const MAIN = [inject('storeProgram').main]
const NPM_START = ['tools/start/start.ts']
const KIPPU = ['tools/start/kippu.ts']

let database: TestDatabase
let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase('bare')
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-wrong-'))
})

afterAll(async () => {
  // A signal that npm start passes on: it may have begun a database.
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await database.drop()
  rmSync(folder, { recursive: true })
})

type Variables = Readonly<Record<string, string>>

/** Everything that production needs for a rehearsal; each case takes something away, or sets it wrong. */
const production = (): Variables => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  SECRET_KEY: 'one secret of 32 characters, here',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'tickets@example.com',
  METRICS_TOKEN: 'for the monitor',
  SITE_KEY: 'demo',
  SITE_HOSTS: 'demo=tickets.example.com',
  ALLOW_DEMO_SITE: 'yes',
  ALLOW_NO_PAYMENTS: 'yes',
})

interface Ended {
  readonly code: unknown
  readonly err: string
}

async function run(program: readonly string[], variables: Variables): Promise<Ended> {
  const child = spawn(process.execPath, [...program], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      SITES_DIR: DEMO_SITES_DIR,
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code, err }
}

function withAddress(change: (url: URL) => void): string {
  const url = new URL(database.url)
  change(url)
  return url.href
}

const WRONG: ReadonlyArray<readonly [what: string, line: RegExp, change: () => Variables]> = [
  ['no database', /^DATABASE_URL: is not set; outside production `npm start`/, () => ({ DATABASE_URL: '' })],
  [
    'a wrong password',
    /^DATABASE_URL: password authentication failed for user "kippu"$/,
    () => ({ DATABASE_URL: withAddress(url => (url.password = 'wrong')) }),
  ],
  [
    'no password',
    /^DATABASE_URL: .*password/,
    () => ({ DATABASE_URL: withAddress(url => (url.password = '')) }),
  ],
  [
    'a role that does not exist',
    /^DATABASE_URL: .*"nobody"/,
    () => ({ DATABASE_URL: withAddress(url => (url.username = 'nobody')) }),
  ],
  [
    'a database that does not exist',
    /^DATABASE_URL: database "nowhere" does not exist$/,
    () => ({ DATABASE_URL: withAddress(url => (url.pathname = '/nowhere')) }),
  ],
  [
    'a database that does not answer',
    /^DATABASE_URL: the database does not answer$/,
    () => ({ DATABASE_URL: 'postgres://kippu@127.0.0.1:9/kippu' }),
  ],
  ['a proxy that is none', /^TRUST_PROXY: must be addresses or networks/, () => ({ TRUST_PROXY: 'banana' })],
  ['no site', /^SITES_DIR: names no folder with a site/, () => ({ SITES_DIR: '', SITE_KEY: '' })],
  ['no host', /^SITE_HOSTS: production needs the host of demo/, () => ({ SITE_HOSTS: '' })],
  [
    'no secret of a site with tokens',
    /^MEMBERSHIP_TOKEN_SECRETS: production needs the secret of boc$/,
    () => ({ SITE_KEY: 'boc', SITE_HOSTS: 'boc=club.example.com' }),
  ],
  ['a sender that is none', /^MAIL_FROM: must be an address/, () => ({ MAIL_FROM: 'not an address' })],
  ['a sender at this machine', /^MAIL_FROM: must not be at/, () => ({ MAIL_FROM: 'tickets@localhost' })],
  ['a misspelt name', /^SMPT_URL: is not a variable.* SMTP_URL is$/, () => ({ SMPT_URL: 'smtp://mail' })],
  [
    'no way to be paid',
    /^STRIPE_SECRET_KEY: must be set in production, .*demo has no way to be paid/,
    () => ({ ALLOW_NO_PAYMENTS: '' }),
  ],
  [
    'an invented seller',
    /^SITES_DIR: demo\/site\.json has values that are invented, .*ALLOW_DEMO_SITE=yes$/,
    () => ({ ALLOW_DEMO_SITE: '' }),
  ],
  ['open metrics', /^METRICS_TOKEN: must be set in production/, () => ({ METRICS_TOKEN: '' })],
  ['a key of one letter', /^SECRET_KEY: must be random/, () => ({ SECRET_KEY: 'k'.repeat(40) })],
  ['proxies that are a number', /^TRUST_PROXY: must be/, () => ({ TRUST_PROXY: '1' })],
  [
    'the key of development',
    /^SECRET_KEY: must be a secret of your own/,
    () => ({ SECRET_KEY: 'development-only: everybody knows this key' }),
  ],
]

/**
 * A start ends by one variable or another, and by its database where that is not named, refuses, or does not answer: in which words it refuses
 * is the database's own. How else a variable is wrong is among the tests of the environment.
 */
function classOf([, line]: (typeof WRONG)[number]): string {
  const [said = '', variable = ''] = /^\^(\w+)[^$]*/.exec(line.source) ?? []
  return variable === 'DATABASE_URL' && /is not set|does not answer/.test(said) ? said : variable
}
const OURS = choose(WRONG, classOf)

/** Two at a time: each is a process of its own. */
const PAIRS = OURS.flatMap((one, index) =>
  index % 2 === 1
    ? []
    : [
        {
          pair: OURS.slice(index, index + 2),
          what: [one, OURS[index + 1]].map(other => other?.[0] ?? '').join('; '),
        },
      ],
)

const isOneLine = (err: string): boolean => /^[^\n]+\n$/.test(err)

describe('the store ends with one line, and has touched nothing', () => {
  test.each(PAIRS)('$what', async ({ pair }) => {
    const ends = await Promise.all(pair.map(([, , change]) => run(MAIN, { ...production(), ...change() })))
    for (const [index, [, line]] of pair.entries()) expect(ends[index]?.err.trimEnd()).toMatch(line)
    expect(ends.map(({ code, err }) => [code, isOneLine(err)])).toEqual(pair.map(() => [1, true]))
    expect(await readTables(database.url)).toEqual([])
  })
})

describe('what npm starts ends with one line', () => {
  const starts = async (program: readonly string[], variables: Variables): Promise<Ended> =>
    run(program, { PORT: String(await claimPort()), SIMULATORS: 'off', ...variables })

  test('in production, without a database of its own and without a site of its own', async () => {
    const dataDir = path.join(folder, 'production')
    const ends = await Promise.all([
      starts(NPM_START, { ...production(), DATABASE_URL: '', DATA_DIR: dataDir }),
      starts(NPM_START, { ...production(), ALLOW_DEMO_SITE: '', DATA_DIR: dataDir }),
    ])
    expect(ends.map(({ code, err }) => [code, isOneLine(err)])).toEqual([
      [1, true],
      [1, true],
    ])
    expect(ends[0]?.err).toMatch(/^DATABASE_URL must be set in production/)
    expect(ends[1]?.err).toMatch(/^SITES_DIR: demo\/site\.json has values that are invented/)
    expect(existsSync(dataDir)).toBe(false)
    expect(await readTables(database.url)).toEqual([])
  })

  test('a command without a database, and a secret that is damaged', async () => {
    const dataDir = path.join(folder, 'damaged')
    const secret = path.join(dataDir, 'secret-key')
    mkdirSync(dataDir)
    writeFileSync(secret, '')
    const ends = await Promise.all([
      starts([...KIPPU, 'attempts'], { DATA_DIR: dataDir }),
      starts(NPM_START, { DATA_DIR: dataDir, DATABASE_URL: database.url }),
    ])
    expect(ends).toEqual([
      {
        code: 1,
        err: `DATABASE_URL is not set, and no npm start runs in ${dataDir}: start one, or set DATABASE_URL.\n`,
      },
      {
        code: 1,
        err: `${secret} is damaged: it has 0 characters of 32 or more. Restore it, or remove it to have a new one made, with which links of before do not work.\n`,
      },
    ])
    expect(readdirSync(dataDir)).toEqual(['secret-key'])
    expect(await readTables(database.url)).toEqual([])
  })

  test('a command for a database whose secret key nobody gave', async () => {
    const dataDir = path.join(folder, 'keyless')
    expect(await starts([...KIPPU, 'keys'], { DATA_DIR: dataDir, DATABASE_URL: database.url })).toEqual({
      code: 1,
      err: `SECRET_KEY is not set, and ${dataDir} has none: set that of the store at DATABASE_URL.\n`,
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a second npm start in the folder of one that runs', async () => {
    const dataDir = path.join(folder, 'taken')
    const first = lockFolder(dataDir, 'npm start')
    const note = readFileSync(path.join(dataDir, 'launcher.lock'), 'utf8')
    const end = await starts(NPM_START, { DATA_DIR: dataDir })
    expect(end).toEqual({
      code: 1,
      err: `Kippu already runs in ${dataDir} (process ${process.pid}): stop it, or choose another folder with DATA_DIR=… npm start.\n`,
    })
    expect(readdirSync(dataDir)).toEqual(['launcher.lock'])
    expect(readFileSync(path.join(dataDir, 'launcher.lock'), 'utf8')).toBe(note)
    await first.stop()
  })
})

test('the store ends with one line when another program has its port', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  // It is prepared for its first visitors before it listens.
  const seeded = await createTestDatabase('seeded')
  const end = await run(MAIN, { DATABASE_URL: seeded.url, PORT: port, LOG_LEVEL: 'fatal' })
  await seeded.drop()
  taken.close()
  expect(end).toEqual({ code: 1, err: `PORT, STATUS_PORT: another program listens at ${port}\n` })
})

test('the store ends with one line at a database that was made before 0.1.0', async () => {
  const old = await createTestDatabase('bare')
  const client = new Client({ connectionString: old.url })
  await client.connect()
  await client.query(`create table schema_migrations as select 1 as number, '0001-catalogue.sql' as name`)
  await client.end()
  const end = await run(MAIN, { DATABASE_URL: old.url, LOG_LEVEL: 'fatal' })
  const tables = await readTables(old.url)
  await old.drop()
  expect(end).toEqual({
    code: 1,
    err: 'the database was made before release 0.1.0, and this program cannot read it. Nothing was changed. Keep it as it is, and give an empty one: another DATABASE_URL or, where npm start keeps its own, another DATA_DIR\n',
  })
  expect(tables).toEqual(['public.schema_migrations'])
})
