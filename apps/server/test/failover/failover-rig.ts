import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import pg from 'pg'

import { findDebianProgram } from '../../../../tools/test/debian-programs.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { FOR_WHOLE_TABLES } from '../../src/platform/db/patience.ts'
import { createTokens } from '../../src/platform/tokens.ts'
import type { Market } from '../crash/crowd.ts'
import { makeChildrenFree, mailTokens } from '../crash/loaded-store.ts'
import { listAllMethods } from '../crash/method-rig.ts'
import { createPassingTime, findOpen } from '../crash/passing-time.ts'
import { type ServerProcess, serverVariables, spawnServer } from '../crash/server-process.ts'
import { untilQuiet } from '../crash/wave.ts'
import { findWrongs } from '../find-wrongs.ts'
import { startProviders } from '../payment-methods/simulators.ts'
import { testEnv } from '../shop/test-env.ts'
import { insertSmallCatalogue } from '../small-catalogue.ts'
import { type Cluster, openCluster, PASSWORD, SCALING } from './cluster.ts'
import { connectMachines, FRONT_ADDRESS, type Machine } from './machines.ts'
import { feelPulse, type Pulse } from './pulse.ts'

/** More places than any drill sells. */
const CAPACITY = 1_000_000
const NOTICE_RETRY_MS = 200
const MOST_ROUNDS = 10
const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 100
const ANSWERS_OF_PRIMARY = 20

/** As the files in docs/scaling have them. */
const NODES = { 'db-1': '10.89.40.11', 'db-2': '10.89.40.12', 'db-3': '10.89.40.13' }
const SHOPS = { 'shop-1': '10.89.40.21', 'shop-2': '10.89.40.22' }
const ORIGIN = 'http://localhost:3000'
const DIRECT = `postgres://kippu:${PASSWORD}@127.0.0.1:5432/kippu`
const POOLED = `postgres://kippu:${PASSWORD}@127.0.0.1:6432/kippu`

/** A process of the store on a machine of its own. */
export interface StoreProcess {
  readonly name: string
  readonly machine: Machine
  /** The status of `/readyz`; 0 when nobody answers. */
  readiness(): Promise<number>
  /** The most lines about the job queue that it wrote within one second. */
  mostQueueLines(): number
}

/** Two machines of the store, each with a web process and a worker, before a database on three machines. */
export interface FailoverRig extends Market {
  readonly cluster: Cluster
  readonly pulse: Pulse
  readonly db: Database
  readonly shops: readonly Machine[]
  processes(): readonly StoreProcess[]
  /** All processes are started anew, and reach the database through PgBouncer. */
  putPgBouncerBetween(): Promise<void>
  /** Lets time pass until no payment is open. */
  settle(): Promise<void>
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

export async function openFailoverRig(): Promise<FailoverRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-failover-'))
  chmodSync(folder, 0o755)
  const haproxy = findDebianProgram('haproxy')
  const machines = connectMachines({ ...NODES, ...SHOPS })
  const nodes = machines.filter(({ name }) => name in NODES)
  const shops = machines.filter(({ name }) => name in SHOPS)
  const cluster = openCluster(folder, nodes)
  for (const node of nodes) cluster.start(node)
  await cluster.untilWhole()
  await makeDatabase(cluster)

  const providers = await startProviders({ storeUrl: ORIGIN, noticeRetryMs: NOTICE_RETRY_MS })
  const ports = portsIn(...Object.values(providers.variables), providers.smtpUrl)
  for (const port of ports) await passOn(port)
  const bridges = path.join(folder, 'providers.cfg')
  writeFileSync(bridges, ports.map(bridgeTo).join('\n'))
  for (const shop of shops)
    shop.run([haproxy, '-f', path.join(SCALING, 'database.cfg'), '-f', bridges], {
      log: path.join(folder, `${shop.name}-haproxy.log`),
    })
  const front = startInFront(folder, haproxy)

  await untilPrimaryAnswers()
  const db = openDatabase(DIRECT, { poolSize: 4, patience: FOR_WHOLE_TABLES })
  await migrate(DIRECT)
  await listAllMethods({ db })
  const stock = { capacities: [CAPACITY], visitDate: addDays(jstDateOf(systemClock.now()), 20) }
  const catalogues = {
    paid: await insertSmallCatalogue(db, stock),
    free: await insertSmallCatalogue(db, stock),
  }
  await makeChildrenFree(db, catalogues.free)
  const dataDir = path.join(folder, 'store')
  const usual = {
    ...providers.variables,
    ...serverVariables({ databaseUrl: DIRECT, dataDir }),
    HOST: '0.0.0.0',
    PORT: '3000',
    SITE_HOSTS: 'demo=localhost:3000',
    TRUST_PROXY: FRONT_ADDRESS,
    REQUESTS_PER_MINUTE: '1000000',
    SMTP_URL: providers.smtpUrl,
  }
  let running: readonly Running[] = []
  const startAll = async (variables: Readonly<Record<string, string>>): Promise<void> => {
    const all: Running[] = []
    for (const machine of shops)
      for (const role of ['worker', 'web'] as const)
        all.push(startProcess(machine, role, { ...usual, ...variables }))
    running = all
    await Promise.all(all.map(untilReady))
  }
  await startAll({})
  const time = createPassingTime(() => db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      for (const { server } of running) await server.tell({ do: 'clock', aheadSeconds })
    },
  })
  const pulse = await feelPulse(cluster)
  return {
    origin: ORIGIN,
    providers,
    catalogues,
    mailTokenOf: mailTokens(db, createTokens(testEnv().secretKey)),
    cluster,
    pulse,
    db,
    shops,
    processes: () => running,
    putPgBouncerBetween: async () => {
      const users = path.join(folder, 'userlist.txt')
      writeFileSync(users, `"kippu" "${PASSWORD}"\n`)
      const settings = path.join(folder, 'pgbouncer.ini')
      const text = readFileSync(path.join(SCALING, 'pgbouncer.ini'), 'utf8')
      writeFileSync(settings, text.replace('/etc/pgbouncer/userlist.txt', users))
      for (const shop of shops)
        shop.run([findDebianProgram('pgbouncer'), settings], {
          log: path.join(folder, `${shop.name}-pgbouncer.log`),
          account: 'postgres',
        })
      for (const { server } of running) await server.stop()
      await startAll({ DATABASE_URL: POOLED, DB_PREPARED: 'off' })
    },
    settle: async () => {
      const worker = running.find(({ name }) => name.startsWith('worker'))?.server
      if (worker === undefined) throw new Error('there is no worker')
      await providers.untilHeard()
      for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1) {
        await untilQuiet({ db, time }, worker)
        if ((await findOpen(db)).length === 0) return
      }
      throw new Error(`never at their end: ${JSON.stringify(await findOpen(db))}`)
    },
    findWrongs: () => findWrongs({ db, providers, forPersons: new Set() }),
    close: async () => {
      await pulse.stop()
      await Promise.all(running.map(({ server }) => server.stop()))
      await db.close()
      for (const one of front) one.kill('SIGKILL')
      for (const machine of machines) await machine.kill()
      await providers.close()
      keepLogs(folder)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What each program of the last drill said, to be read after it. */
function keepLogs(folder: string): void {
  const kept = path.join(import.meta.dirname, '../../../../.cache/failover')
  rmSync(kept, { recursive: true, force: true })
  cpSync(folder, kept, { recursive: true, filter: file => file === folder || file.endsWith('.log') })
}

interface Running extends StoreProcess {
  readonly server: ServerProcess
}

function startProcess(
  machine: Machine,
  role: 'web' | 'worker',
  variables: Readonly<Record<string, string>>,
): Running {
  const name = machine.name.replace('shop', role)
  const statusPort = role === 'web' ? '3101' : '3100'
  const server = spawnServer(
    { ...variables, ROLE: role, PROCESS_NAME: name, STATUS_PORT: statusPort },
    [],
    undefined,
    machine.within,
  )
  const seconds = new Map<number, number>()
  server.child.stdout?.on('data', (chunk: Buffer) => {
    const second = Math.floor(performance.now() / 1000)
    const lines = chunk.toString().split('the job queue met an error').length - 1
    seconds.set(second, (seconds.get(second) ?? 0) + lines)
  })
  return {
    name,
    machine,
    server,
    readiness: async () => {
      const asked = fetch(`http://${machine.address}:${statusPort}/readyz`, {
        signal: AbortSignal.timeout(5_000),
      })
      return (await asked.catch(() => undefined))?.status ?? 0
    },
    mostQueueLines: () => Math.max(0, ...seconds.values()),
  }
}

async function untilReady(running: Running): Promise<void> {
  const { name, server } = running
  const deadline = performance.now() + READY_WITHIN_MS
  while ((await running.readiness()) !== 200) {
    if (!server.isRunning() || performance.now() > deadline)
      throw new Error(`${name} did not become ready: ${server.lastOutput()}`)
    await delay(LOOK_EVERY_MS)
  }
}

/** The machine in front: HAProxy before the web processes, and before the database for the drill itself. */
function startInFront(folder: string, haproxy: string): readonly ChildProcess[] {
  return ['front', 'database'].map(name => {
    const log = openSync(path.join(folder, `front-${name}.log`), 'a')
    const child = spawn(haproxy, ['-f', path.join(SCALING, `${name}.cfg`)], { stdio: ['ignore', log, log] })
    closeSync(log)
    return child
  })
}

/** As docs/scaling.md says. */
async function makeDatabase(cluster: Cluster): Promise<void> {
  const client = cluster.connect(await cluster.leader())
  await client.connect()
  await client.query(`create role kippu login password '${PASSWORD}'`)
  await client.query('create database kippu owner kippu')
  await client.end()
}

/** A balancer that has just begun sends its first connections anywhere. */
async function untilPrimaryAnswers(): Promise<void> {
  for (let answers = 0; answers < ANSWERS_OF_PRIMARY;) {
    const client = new pg.Client({ connectionString: DIRECT })
    const isPrimary = await client
      .connect()
      .then(() => client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby'))
      .then(
        ({ rows }) => rows[0]?.standby === false,
        () => false,
      )
    await client.end().catch(() => undefined)
    answers = isPrimary ? answers + 1 : 0
    await delay(LOOK_EVERY_MS)
  }
}

/** The ports of the simulators, which listen on the machine in front alone. */
function portsIn(...addresses: readonly string[]): readonly number[] {
  const found = addresses.flatMap(text =>
    [...text.matchAll(/(?:127\.0\.0\.1|localhost):(\d+)/g)].map(([, port]) => Number(port)),
  )
  return [...new Set(found)].filter(port => port !== 3000)
}

async function passOn(port: number): Promise<void> {
  const server = createServer(from => {
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('error', () => other.destroy())
      one.pipe(other)
    }
  }).listen(port, FRONT_ADDRESS)
  await once(server, 'listening')
  server.unref()
}

/** The same port on a machine of the store. */
function bridgeTo(port: number): string {
  return `listen provider-${port}\n  bind 127.0.0.1:${port}\n  server front ${FRONT_ADDRESS}:${port}\n`
}
