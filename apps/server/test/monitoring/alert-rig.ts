import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import pg from 'pg'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { startEmbeddedDatabase } from '../../../../tools/start/embedded-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createTokens, type Tokens } from '../../src/platform/tokens.ts'
import { sourcesAt } from '../bundled-store.ts'
import { listAllMethods } from '../crash/method-rig.ts'
import { type ServerProcess, serverVariables, spawnServer } from '../crash/server-process.ts'
import { shopOverHttp } from '../crash/shop-over-http.ts'
import { ROOT } from '../kept-cluster.ts'
import { type FaultyNetwork, startFaultyNetwork } from '../network/faulty-network.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../small-catalogue.ts'

const SECRET_KEY = 'only for the drill of alerts, 32 characters or more'
/** More places than any alert sells. */
const CAPACITY = 1_000_000
/** So many that a crowd finds their share of the unproven orders full. */
const FEW = 100
const SHORT_MS = 240_000

export const UNITS = ['kippu-worker', 'kippu-web@1', 'kippu-web@2'] as const
type Unit = (typeof UNITS)[number]
type Variables = Readonly<Record<string, string>>

/**
 * A process for visitors, a worker, their PostgreSQL, all providers and a mailbox. The ways to the database and to the mail server can
 * fail; without them in between are `db` and the sessions.
 */
export interface AlertRig {
  readonly origin: string
  readonly shop: AnyShop
  readonly catalogue: SmallCatalogue
  /** Of few places. */
  readonly few: SmallCatalogue
  readonly db: Database
  readonly tokens: Tokens
  /** Between the processes and the database. */
  readonly network: FaultyNetwork
  /** Between them and the mail server. */
  readonly post: FaultyNetwork
  readonly providers: Providers
  /** Resolves when it answers; nothing is done for one that runs. */
  start(unit: Unit, root?: string): Promise<void>
  stop(unit: Unit): Promise<void>
  /** Starts a process that ends by itself. */
  fail(unit: Unit): Promise<void>
  /** What the file of the variables says wrongly from now on, as the next starts and all commands read it. */
  mistake(wrong: Variables): void
  /** What Prometheus asks: each process that was not stopped. */
  targets(): readonly string[]
  /** A session of somebody at the database. */
  session(): Promise<pg.Client>
  /** The program of the next release. @returns its folder. */
  nextRelease(): string
  /** As root at night: the three functions of docs/alerts.md lead to this store. */
  shell(command: string): Promise<string>
  close(): Promise<void>
}

export async function openAlertRig(): Promise<AlertRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-alerts-'))
  const journal = path.join(folder, 'journal')
  const database = await startEmbeddedDatabase({ dataDir: folder })
  await migrate(database.url)
  const db = openDatabase(database.url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  const url = new URL(database.url)
  const network = await startFaultyNetwork(Number(url.port))
  url.host = `127.0.0.1:${network.port}`
  const port = await claimPort()
  const origin = `http://localhost:${port}`
  const providers = await startProviders({ storeUrl: origin })
  const post = await startFaultyNetwork(Number(new URL(providers.smtpUrl).port))
  await listAllMethods({ db })
  const stock = { visitDate: addDays(jstDateOf(systemClock.now()), 20) }
  const catalogue = await insertSmallCatalogue(db, { ...stock, capacities: [CAPACITY] })
  const few = await insertSmallCatalogue(db, { ...stock, capacities: [FEW] })
  const shared: Variables = {
    ...providers.variables,
    ...serverVariables({ databaseUrl: url.href, dataDir: folder }),
    SECRET_KEY,
    SITE_HOSTS: `demo=localhost:${port}`,
    TRUST_PROXY: 'loopback',
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    CONFIRMATION_MAILS_PER_HOUR: '5',
  }
  const statusPorts = new Map<Unit, number>([
    ['kippu-worker', await claimPort()],
    ['kippu-web@1', await claimPort()],
    ['kippu-web@2', await claimPort()],
  ])
  const running = new Map<Unit, ServerProcess>()
  /** What is wrong with the file of the variables. */
  let mistakes: Variables = {}

  const begin = (unit: Unit, root = ROOT): ServerProcess => {
    const statusPort = String(statusPorts.get(unit))
    const isWeb = unit !== 'kippu-worker'
    const started = spawnServer(
      {
        ...shared,
        ...mistakes,
        PORT: isWeb ? String(port) : statusPort,
        ...(isWeb && { PORT_SHARED: 'on' }),
        STATUS_PORT: statusPort,
        ROLE: isWeb ? 'web' : 'worker',
      },
      [],
      sourcesAt(root),
    )
    for (const stream of [started.child.stdout, started.child.stderr])
      stream?.on('data', (chunk: Buffer) => appendFileSync(journal, chunk))
    running.set(unit, started)
    return started
  }
  const start = async (unit: Unit, root?: string): Promise<void> => {
    if (running.get(unit)?.isRunning() === true) return
    const started = begin(unit, root)
    await until(async () => {
      if (!started.isRunning()) throw new Error(`${unit} ended: ${started.lastOutput()}`)
      const answer = await fetch(`http://127.0.0.1:${statusPorts.get(unit)}/readyz`).catch(() => undefined)
      return answer?.ok === true
    })
  }
  const stop = async (unit: Unit): Promise<void> => {
    await running.get(unit)?.stop(20_000)
    running.delete(unit)
  }
  writeFileSync(journal, '')
  await start('kippu-worker')
  await start('kippu-web@1')
  return {
    catalogue,
    few,
    db,
    tokens: createTokens(SECRET_KEY),
    network,
    post,
    providers,
    shop: shopOverHttp(origin),
    origin,
    start,
    stop,
    fail: async (unit: Unit): Promise<void> => {
      await begin(unit).ended
    },
    mistake: (wrong: Variables): void => {
      mistakes = wrong
    },
    targets: () => [...running.keys()].map(unit => `127.0.0.1:${statusPorts.get(unit)}`),
    session: async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: database.url })
      // It is ended by whoever follows a page.
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    nextRelease: (): string => copyAsRelease(path.join(folder, 'next'), '99.0.0'),
    shell: (command: string): Promise<string> =>
      runInShell(command, { ...shared, ...mistakes, HOME: folder }, { journal, databaseUrl: database.url }),
    close: async () => {
      for (const unit of running.keys()) await stop(unit)
      await Promise.all([network.close(), post.close()])
      await db.close()
      await database.stop()
      await providers.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @throws when it takes too long. */
export async function until(isSo: () => Promise<boolean>, patienceMs = SHORT_MS): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('it never came to be')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** The server as it is, under another number; what it imports of the others is theirs. */
function copyAsRelease(root: string, version: string): string {
  const server = path.join(root, 'apps', 'server')
  mkdirSync(server, { recursive: true })
  for (const part of ['src', 'test', 'package.json', 'tsconfig.json'])
    cpSync(path.join(ROOT, 'apps/server', part), path.join(server, part), { recursive: true })
  for (const shared of ['node_modules', 'packages', 'tools', 'package.json', 'apps/web', 'apps/simulators'])
    symlinkSync(path.join(ROOT, shared), path.join(root, shared))
  const manifest = path.join(server, 'package.json')
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`),
  )
  return root
}

const FUNCTIONS = `
kippu() { "$NODE" apps/server/src/cli/main.ts "$@"; }
logs() { cat "$JOURNAL"; }
db() { psql -X "$DATABASE" -c "$1"; }
`

/** Both outputs: a command that finds nothing is none that fails. */
function runInShell(
  command: string,
  environment: Variables,
  { journal, databaseUrl }: { readonly journal: string; readonly databaseUrl: string },
): Promise<string> {
  const env = {
    ...environment,
    PATH: process.env['PATH'],
    NODE: process.execPath,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    JOURNAL: journal,
    DATABASE: databaseUrl,
  }
  return new Promise(resolve => {
    execFile('bash', ['--norc', '-c', `${FUNCTIONS}${command}`], { cwd: ROOT, env }, (_error, out, err) =>
      resolve(`${out}${err}`),
    )
  })
}
