import { randomUUID } from 'node:crypto'

import { Client } from 'pg'

import { underProgramName } from '../../platform/db/program-name.ts'
import { PREPARED_ALREADY, sqlStateOf } from '../../platform/db/sql-states.ts'
import { EnvError } from '../../platform/variables/env-error.ts'

/** A pooler may give the second connection another one of its own; it takes the last one that became free. */
const TRIES = 3

/**
 * Finds a pooler that hands one connection of the database to several of ours in turn and knows no prepared statements
 * (PgBouncer before 1.21 in transaction mode): what we prepare on one connection is then there on another one as well, and
 * gone from the first. Purchases would fail at random.
 * @throws EnvError behind such a pooler.
 */
export async function checkPrepared(databaseUrl: string): Promise<void> {
  const clients = [connection(databaseUrl), connection(databaseUrl)] as const
  try {
    await Promise.all(clients.map(client => client.connect()))
    for (let tries = 0; tries < TRIES; tries += 1) {
      const name = `probe_${randomUUID()}`
      for (const client of clients) await client.query({ name, text: 'select $1::text', values: [''] })
    }
  } catch (error) {
    if (sqlStateOf(error) !== PREPARED_ALREADY) throw error
    throw new EnvError(
      'DB_PREPARED: must be off, because a pooler that knows no prepared statements gives each transaction another connection',
      { cause: error },
    )
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => undefined)))
  }
}

function connection(databaseUrl: string): Client {
  return new Client({ connectionString: underProgramName(databaseUrl) })
}
