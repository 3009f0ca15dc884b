import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'

import { type Database, openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { createTokens, type Tokens } from '@kippu/server/platform/tokens'
import { sql } from 'kysely'

import { shopOverHttp } from '../../apps/server/test/crash/shop-over-http.ts'
import type { CardDesk } from '../../apps/server/test/payment-methods/method-driver.ts'
import { createVisitor, type AnyShop, type Visitor } from '../../apps/server/test/payment-methods/visitor.ts'
import { claimPort } from '../../tools/start/claim-ports.ts'
import { type Program, startProgram } from '../../tools/start/program.ts'
import { ROOT } from '../../tools/start/root.ts'
import { readStartSettings } from '../../tools/start/start-settings.ts'
import {
  simulatorEnvironment,
  simulatorsOrigin,
  storeEnvironment,
} from '../../tools/start/store-environment.ts'
import type { StopLater } from '../started.ts'
import type { PlanningCluster } from './cluster.ts'
import { chooseOld, type OldReservation } from './old-reservations.ts'
import type { GrowthShop } from './shop.ts'

/** A store on a database of its own, with its simulators. */
export interface GrowthStore {
  readonly database: string
  readonly goods: GrowthShop
  /** The benchmark's own connections: their plans are not written. */
  readonly own: Database
  /** Connections whose plans are written, as those of a worker. */
  readonly worker: Database
  readonly tokens: Tokens
  readonly shop: AnyShop
  readonly visitor: Visitor
  readonly desk: CardDesk
  /** Reservations of the past that nobody has opened yet. */
  readonly old: OldReservation[]
  /** The whole document of an address of the store. */
  read(address: string): Promise<string>
  /** Runs a command of the store's command line as its owner, and answers what it printed as JSON. */
  command(words: readonly string[]): Promise<unknown>
  /** The store's work from now on belongs to this window of the plan file. */
  beginWindow(name: string): Promise<void>
  restart(): Promise<void>
}

export interface StoreParts {
  readonly cluster: PlanningCluster
  readonly database: string
  readonly goods: GrowthShop
  /** Where the store and its simulators keep what they keep. */
  readonly folder: string
  /** To which the store notes where its statements come from, where somebody wants to know. */
  readonly statementsFile?: string
}

const READY_WITHIN_MS = 120_000
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'note-statements-preload.ts')).href

export async function startGrowthStore(parts: StoreParts, stopLater: StopLater): Promise<GrowthStore> {
  const { cluster, database, goods } = parts
  const { program, environment, origin, providers } = await startPrograms(parts, stopLater)
  const running = { program: await program() }
  stopLater({ stop: () => running.program.stop() })
  await untilReady(origin)
  const own = openDatabase(cluster.ownUrl(database), { poolSize: 2, patience: FOR_WHOLE_TABLES })
  const worker = openDatabase(cluster.url(database), { poolSize: 2, patience: FOR_WHOLE_TABLES })
  stopLater({ stop: async () => void (await Promise.all([own.close(), worker.close()])) })
  const shop = shopOverHttp(origin)
  const tokens = createTokens(environment.SECRET_KEY ?? '')
  return {
    database,
    goods,
    own,
    worker,
    tokens,
    old: await chooseOld(own, tokens),
    shop,
    visitor: createVisitor(shop, origin),
    desk: { url: providers, variables: definedOf(environment), storeOrigin: origin },
    read: async address => (await fetch(`${origin}${address}`)).text(),
    command: async words => runCommand(words, environment),
    beginWindow: async name => {
      await own.read(read => sql`do ${sql.lit(`begin raise log 'window ${name}'; end`)}`.execute(read))
    },
    restart: async () => {
      await running.program.stop()
      running.program = await program()
      await untilReady(origin)
    },
  }
}

/** Makes the tables of a database, with the goods and members of the demonstration: a store is started on it, and stopped. */
export async function makeTables(
  parts: Omit<StoreParts, 'goods' | 'statementsFile'>,
  stopLater: StopLater,
): Promise<void> {
  const { program, environment, origin } = await startPrograms(parts, stopLater)
  const filling = startProgram({
    name: 'The demonstration',
    file: 'demo/src/fill.ts',
    environment,
    quiet: true,
  })
  const how = await filling.ended
  if (!how.endsWith(' with code 0')) throw new Error(how)
  const started = await program()
  stopLater(started)
  await untilReady(origin)
  await started.stop()
}

interface Programs {
  /** Starts the store's server. */
  readonly program: () => Promise<Program>
  readonly environment: NodeJS.ProcessEnv
  readonly origin: string
  readonly providers: string
}

async function startPrograms(
  { cluster, database, folder, statementsFile }: Omit<StoreParts, 'goods'>,
  stopLater: StopLater,
): Promise<Programs> {
  mkdirSync(folder, { recursive: true })
  const [port, simulatorsPort, smtpPort] = [await claimPort(), await claimPort(), await claimPort()]
  const settings = readStartSettings({
    PORT: String(port),
    SIMULATORS_PORT: String(simulatorsPort),
    SMTP_PORT: String(smtpPort),
    DATA_DIR: folder,
  })
  const environment = {
    ...(await storeEnvironment(settings, cluster.url(database))),
    // Each visitor comes from an address of their own.
    TRUST_PROXY: 'loopback',
    ...(statementsFile !== undefined && {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      BENCH_STATEMENTS_FILE: statementsFile,
    }),
  }
  const simulators = startProgram({
    name: `The simulators of ${database}`,
    file: 'apps/simulators/src/main.ts',
    environment: simulatorEnvironment(settings),
    quiet: true,
  })
  stopLater(simulators)
  const program = async (): Promise<Program> =>
    startProgram({
      name: `The store of ${database}`,
      file: 'apps/server/src/start/main.ts',
      environment,
      quiet: true,
    })
  return { program, environment, origin: `http://localhost:${port}`, providers: simulatorsOrigin(settings) }
}

async function untilReady(origin: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error(`the store was not ready within ${READY_WITHIN_MS / 1000} s`)
    await delay(50)
  }
}

async function runCommand(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(ROOT, 'apps/server/src/cli/main.ts'), ...words, '--json'],
    { env: { ...environment, KIPPU_STAFF: 'owner' }, cwd: ROOT },
  )
  return JSON.parse(stdout)
}

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
