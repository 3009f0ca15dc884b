import { Client } from 'pg'

import { underProgramName } from '../../platform/db/program-name.ts'
import { isDatabaseAway, isDatabaseShut } from '../../platform/db/sql-states.ts'
import { EnvError } from '../../platform/variables/env-error.ts'

/** A host that swallows what it is sent would otherwise be waited for until the kernel gives up. */
const PATIENCE_MS = 10_000

/** Connects once, before anything else begins. @throws EnvError when the database cannot be used at this address. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new Client({
    connectionString: underProgramName(databaseUrl),
    connectionTimeoutMillis: PATIENCE_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw new EnvError(databaseFault(error) ?? `DATABASE_URL: ${messageOf(error)}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** One line for an error that says that the database is away, or keeps us out; undefined for all others. */
export function databaseFault(error: unknown): string | undefined {
  if (isDatabaseAway(error)) return 'DATABASE_URL: the database does not answer'
  return isDatabaseShut(error) ? `DATABASE_URL: ${messageOf(error)}` : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
