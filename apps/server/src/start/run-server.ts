import { databaseFault } from './checks/check-database.ts'
import { MigrationError } from '../platform/db/migration-error.ts'
import { EnvError } from '../platform/variables/env-error.ts'
import type { RunningServer } from './server.ts'
import { onStopSignals } from './stop-signals.ts'

/** Work that is unfinished this long after the drain is left to the next process: every step can be repeated. */
const PATIENCE_MS = 25_000

/**
 * Runs a server in this process: reports in one line why it cannot start, stops in order at SIGTERM or SIGINT, and ends at
 * once at the second of them.
 */
export async function runServer(start: () => Promise<RunningServer>): Promise<void> {
  const starting = startOrSay(start)
  onStopSignals(['SIGTERM', 'SIGINT'], {
    stop: () => void stop(starting),
    endAtOnce: code => process.exit(code),
  })
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
  const deadline = performance.now() + PATIENCE_MS
  let impatience = endAt(deadline)
  const server = await starting
  if (server !== undefined) {
    clearTimeout(impatience)
    impatience = endAt(deadline + server.drainMs)
    await server.stop()
  }
  clearTimeout(impatience)
}

function endAt(deadline: number): NodeJS.Timeout {
  return setTimeout(() => process.exit(1), deadline - performance.now()).unref()
}

/** The fault of the address that the process should listen at. */
function addressFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen' || !('code' in error))
    return undefined
  const port = 'port' in error ? String(error.port) : ''
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT, STATUS_PORT: another program listens at ${port}`
    case 'EACCES':
      return `PORT, STATUS_PORT: this user may not listen at ${port}`
    case 'EADDRNOTAVAIL':
      return 'HOST: this machine has no such address'
    default:
      return undefined
  }
}

/** One line for an error that an operator can fix; the full error otherwise. */
export function reasonOf(error: unknown): string {
  const fault = databaseFault(error) ?? addressFault(error)
  if (fault !== undefined) return fault
  if (!(error instanceof Error)) return String(error)
  const isOurs =
    error instanceof EnvError ||
    error instanceof MigrationError ||
    'code' in error ||
    error.cause !== undefined
  return isOurs ? error.message : (error.stack ?? error.message)
}
