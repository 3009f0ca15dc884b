import { databaseFault } from './check-database.ts'
import { MigrationError } from './db/migrate.ts'
import { EnvError } from './env-error.ts'
import type { RunningServer } from './server.ts'

/** Work that is unfinished after this time is left to the next process: every step can be repeated. */
const DRAIN_MS = 25_000

/** Runs a server in this process: reports in one line why it cannot start, and stops in order at SIGTERM or SIGINT. */
export async function runServer(start: () => Promise<RunningServer>): Promise<void> {
  const starting = startOrSay(start)
  process.once('SIGTERM', () => void stop(starting))
  process.once('SIGINT', () => void stop(starting))
  await starting
}

async function startOrSay(start: () => Promise<RunningServer>): Promise<RunningServer | undefined> {
  try {
    return await start()
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = 1
    return undefined
  }
}

async function stop(starting: Promise<RunningServer | undefined>): Promise<void> {
  const impatience = setTimeout(() => process.exit(1), DRAIN_MS)
  impatience.unref()
  const server = await starting
  await server?.stop()
  clearTimeout(impatience)
}

/** One line for an error that an operator can fix; the full error otherwise. */
function reasonOf(error: unknown): string {
  const fault = databaseFault(error)
  if (fault !== undefined) return fault
  if (!(error instanceof Error)) return String(error)
  const isOurs =
    error instanceof EnvError ||
    error instanceof MigrationError ||
    'code' in error ||
    error.cause !== undefined
  return isOurs ? error.message : (error.stack ?? error.message)
}
