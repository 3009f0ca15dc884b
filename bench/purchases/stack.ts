import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { type Database, openDatabase } from '@kippu/server/db/database'
import { createTokens, type Tokens } from '@kippu/server/tokens'
import { sql } from 'kysely'

import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../tools/embedded-database.ts'
import { freePort } from '../../tools/free-port.ts'
import { type Program, startProgram } from '../../tools/program.ts'
import { readStartSettings, type StartSettings } from '../../tools/start-settings.ts'
import { simulatorEnvironment, simulatorsOrigin, storeEnvironment } from '../../tools/store-environment.ts'
import { buildWebIfStale } from '../../tools/web-build.ts'
import type { StopLater } from '../started.ts'
import { observe, type Observed } from './observe.ts'

/** Everything that `npm start` starts, each as a process of its own. */
export interface Stack {
  /** The store, and all simulated providers. */
  readonly origin: string
  readonly providers: string
  readonly server: Observed
  readonly simulators: Observed
  /** First process of PostgreSQL. */
  readonly postmaster: number
  /** Our own connections, which no measurement counts. */
  readonly db: Database
  readonly tokens: Tokens
}

/** Tells our own connections from those of the store. */
export const OWN_NAME = 'bench'

const READY_WITHIN_MS = 60_000

export async function startStack(stopLater: StopLater): Promise<Stack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-bench-purchases-'))
  stopLater({ stop: async () => rmSync(dataDir, { recursive: true, force: true }) })
  await buildWebIfStale()
  const database = await startDatabase(dataDir)
  stopLater(database)
  const settings = await chooseSettings(dataDir)
  const environment = await storeEnvironment(settings, database.url)
  const simulators = await run({
    name: 'The simulators',
    file: 'apps/simulators/src/main.ts',
    environment: simulatorEnvironment(settings),
  })
  stopLater(simulators.program)
  const server = await run({
    name: 'The store',
    file: 'apps/server/src/main.ts',
    // Each buyer comes from an address of their own, as through a proxy, so all limits stay on.
    environment: { ...environment, TRUST_PROXY: 'loopback' },
  })
  stopLater(server.program)
  const origin = `http://localhost:${settings.port}`
  await untilReady(origin)
  const own = new URL(database.url)
  own.searchParams.set('application_name', OWN_NAME)
  const db = openDatabase(own.href, { poolSize: 4 })
  stopLater({ stop: () => db.close() })
  return {
    origin,
    providers: simulatorsOrigin(settings),
    server: server.observed,
    simulators: simulators.observed,
    postmaster: database.pid,
    db,
    tokens: createTokens(environment['SECRET_KEY'] ?? ''),
  }
}

/** Starts the stack as `npm start` does; statements are only counted while the store is profiled. */
async function startDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const first = await startEmbeddedDatabase({ dataDir })
  const db = openDatabase(first.url, { poolSize: 1 })
  await db.read(async tx => {
    await sql`alter system set shared_preload_libraries = 'pg_stat_statements'`.execute(tx)
    await sql`alter system set "pg_stat_statements.track" = 'none'`.execute(tx)
    await sql`create extension pg_stat_statements`.execute(tx)
  })
  await db.close()
  await first.stop()
  return startEmbeddedDatabase({ dataDir })
}

async function chooseSettings(dataDir: string): Promise<StartSettings> {
  const [port, simulatorsPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  return readStartSettings({
    PORT: String(port),
    SIMULATORS_PORT: String(simulatorsPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
  })
}

interface Started {
  readonly name: string
  readonly file: string
  readonly environment: NodeJS.ProcessEnv
}

async function run({ name, file, environment }: Started): Promise<{
  readonly program: Program
  readonly observed: Observed
}> {
  const { variables, observed } = await observe()
  const program = startProgram({ name, file, environment: { ...environment, ...variables }, quiet: true })
  return { program, observed }
}

async function untilReady(origin: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error(`the store was not ready within ${READY_WITHIN_MS / 1000} s`)
    await delay(50)
  }
}
