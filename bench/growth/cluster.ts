import { existsSync } from 'node:fs'
import path from 'node:path'

import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { sql } from 'kysely'

import { startEmbeddedDatabase } from '../../tools/start/embedded-database.ts'
import type { StopLater } from '../started.ts'

/** A PostgreSQL that writes the plan of every executed statement to a file of its own while it is asked to. */
export interface PlanningCluster {
  /** Address of one of its databases. */
  url(database: string): string
  /** Address for the benchmark's own statements: their plans are not written. */
  ownUrl(database: string): string
  /** A JSON object a line: the plans and the messages of `raise log`. */
  readonly planFile: string
  writePlans(isOn: boolean): Promise<void>
}

/** The database that `npm start` uses; the benchmark makes others. */
export const FIRST_DATABASE = 'kippu'

/**
 * The settings made once, before PostgreSQL is started again: its log goes to a file as JSON, and nothing rotates it.
 */
const SETTINGS = {
  shared_preload_libraries: 'auto_explain',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'plans',
  log_filename: 'plans.log',
  log_rotation_age: '0',
  log_rotation_size: '0',
  'auto_explain.log_min_duration': '-1',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  // The clock is read twice a statement, not twice a row.
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // The checks of foreign keys are statements too.
  'auto_explain.log_nested_statements': 'on',
  // Values of a visitor stay out of the file.
  'auto_explain.log_parameter_max_length': '0',
} as const

/** While the databases are filled: much memory, and nothing waits for the disk. A fill that is cut short is thrown away. */
const OF_A_FILL = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
} as const

/**
 * Starts the PostgreSQL of a folder with the settings that `npm start` gives it, or with those of a fill. It can be stopped
 * before the end.
 */
export async function startPlanningCluster(
  dataDir: string,
  stopLater: StopLater,
  { isFilling = false } = {},
): Promise<PlanningCluster & { stop(): Promise<void> }> {
  const first = await startEmbeddedDatabase({ dataDir })
  await resetSystem(first.url)
  await alterSystem(first.url, { ...SETTINGS, ...(isFilling && OF_A_FILL) })
  await first.stop()
  const database = await startEmbeddedDatabase({ dataDir })
  const stop = once(() => database.stop())
  stopLater({ stop })
  const url = (name: string): string => {
    const address = new URL(database.url)
    address.pathname = `/${name}`
    return address.href
  }
  const planFile = path.join(dataDir, 'postgres', 'plans', 'plans.json')
  if (!existsSync(planFile)) throw new Error('PostgreSQL writes no log of plans')
  return {
    url,
    stop,
    ownUrl: name => {
      const address = new URL(url(name))
      address.searchParams.set('options', '-c auto_explain.log_min_duration=-1')
      return address.href
    },
    planFile,
    writePlans: async isOn =>
      alterSystem(database.url, { 'auto_explain.log_min_duration': isOn ? '0' : '-1' }),
  }
}

/** Every setting is again what it was before any {@link alterSystem}. */
async function resetSystem(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await db.read(read => sql`alter system reset all`.execute(read))
  await db.close()
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

async function alterSystem(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const db = openDatabase(url, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  await db.read(async read => {
    for (const [name, value] of Object.entries(settings))
      await sql`alter system set ${sql.id(...name.split('.'))} = ${sql.lit(value)}`.execute(read)
    await sql`select pg_reload_conf()`.execute(read)
  })
  await db.close()
}
