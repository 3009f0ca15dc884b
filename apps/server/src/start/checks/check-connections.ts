import { itemAt } from '@kippu/domain/known'
import { sql } from 'kysely'
import type { Logger } from 'pino'

import { EnvError } from '../../platform/variables/env-error.ts'
import type { Env } from '../../platform/variables/env.ts'
import type { Database } from '../../platform/db/database.ts'

/**
 * The connections of each process beside its pool: four of its job queue, and one of its start and of work that reads
 * whole tables.
 */
const BESIDE_THE_POOL = 5
/** The connections of the console in each process that has one. */
export const CONSOLE_POOL = 2

/** The settings that a connection limit is compared with. */
type ProcessesEnv = Pick<Env, 'production' | 'role' | 'webProcesses' | 'dbPoolSize' | 'consoleHost'>

/**
 * Compares the connections of all processes with what the database gives. In production there is only a warning, because
 * a pooler may stand between them.
 * @throws EnvError when they are too many, or a pooler lets none through.
 */
export async function checkConnections(
  db: Database,
  env: ProcessesEnv,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const complaint = complaintOfConnections(env, await readMostConnections(db).catch(nameRefusedOptions))
  if (complaint === undefined) return
  if (!env.production) throw new EnvError(complaint)
  log.warn(`${complaint}; with a pooler in between, this may be right`)
}

/** A pooler gives its connections to many programs, and refuses what one of them wishes of its own unless it is told to ignore it. */
function nameRefusedOptions(error: unknown): never {
  if (!(error instanceof Error) || !error.message.includes('unsupported startup parameter')) throw error
  throw new EnvError(
    'DATABASE_URL: the pooler refuses the startup parameter `options`: name it in ignore_startup_parameters',
    { cause: error },
  )
}

/** Undefined when all processes together open no more than there are. */
export function complaintOfConnections(
  { role, webProcesses, dbPoolSize, consoleHost }: Omit<ProcessesEnv, 'production'>,
  most: number,
): string | undefined {
  const processes = role === 'all' ? webProcesses : webProcesses + 1
  const ofEach = dbPoolSize + BESIDE_THE_POOL + (consoleHost === null ? 0 : CONSOLE_POOL)
  if (processes * ofEach <= most) return undefined
  return (
    `DB_POOL_SIZE: ${processes} processes with ${ofEach} connections each may open ${processes * ofEach}, ` +
    `and the database gives ${most}: make it smaller, or max_connections larger`
  )
}

/** The part of `max_connections` that is left for us. */
async function readMostConnections(db: Database): Promise<number> {
  const { rows } = await db.read(read =>
    sql<{ most: number }>`
      select (sum(setting::integer) filter (where name = 'max_connections')
        - sum(setting::integer) filter (where name <> 'max_connections'))::integer as most
      from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(
      read,
    ),
  )
  return itemAt(rows, 0).most
}
