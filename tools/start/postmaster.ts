import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, postgresEnvironment } from './postgres-cluster.ts'
import { processCommand } from './process-command.ts'
import { commandFor } from './unprivileged-account.ts'

/** The first process of a PostgreSQL, as described by its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** It accepts connections; false while it starts, recovers or stops. */
  readonly ready: boolean
}

export interface PostmasterSettings {
  readonly port: number
  /** False gives up crash safety for speed: only for databases that are deleted afterwards. */
  readonly durable: boolean
}

const MAX_CONNECTIONS = 100
/** For a database that many test files share, some of which hold payments while they commit. */
const MAX_CONNECTIONS_OF_TESTS = 300
const LOG_LIMIT_BYTES = 5_000_000
/**
 * The settings of a database that need not survive a crash: nothing waits for the disk, and no other server follows it.
 */
const THROWN_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // Its data fits into memory: its own processes read that sooner than workers hand it over.
  io_method: 'sync',
} as const

/** The living postmaster of the cluster's folder, started by this program or another. */
export function findPostmaster(cluster: Cluster): Postmaster | undefined {
  const noted = readPidFile(cluster.folder)
  return noted !== undefined && isAlive(cluster, noted.pid) ? noted : undefined
}

/** Whether this process is a postmaster of this cluster; the process number may long belong to another program. */
export function isAlive(cluster: Cluster, pid: number): boolean {
  return processCommand(pid)?.includes(` -D ${cluster.folder} `) ?? false
}

/**
 * Spawns a postmaster in a session of its own, so that Ctrl-C in the terminal reaches only the launcher, which stops
 * the database last. It writes to the log file, so it can safely outlive its launcher.
 */
export function spawnPostmaster(cluster: Cluster, settings: PostmasterSettings): ChildProcess {
  const log = openLog(cluster.logFile)
  const { command, args } = commandFor(
    cluster.account,
    cluster.binaries.postgres,
    postgresArguments(cluster.folder, settings),
  )
  const options = { ...cluster.account.identity, env: environment(cluster), cwd: '/', detached: true }
  const child = spawn(command, args, { ...options, stdio: ['ignore', log, log] })
  child.on('error', () => undefined)
  child.unref()
  closeSync(log)
  return child
}

/** Fast shutdown (clients are disconnected, a checkpoint is written); returns when the process is gone. */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  const patience = Date.now() + 20_000
  signal(pid, 'SIGINT')
  while (isAlive(cluster, pid)) {
    if (Date.now() > patience) signal(pid, 'SIGQUIT')
    await delay(20)
  }
}

function postgresArguments(folder: string, { port, durable }: PostmasterSettings): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: durable ? MAX_CONNECTIONS : MAX_CONNECTIONS_OF_TESTS,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? { fsync: 'on' } : THROWN_AWAY),
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/**
 * PostgreSQL does not start while the process number in an old `postmaster.pid` is taken: by a zombie that nobody
 * reaps, or by another program after a restart of the machine. It ignores the number named here, which we know is not a
 * living postmaster of this folder.
 */
function environment(cluster: Cluster): Record<string, string> {
  const noted = readPidFile(cluster.folder)
  const stale =
    noted !== undefined && !isAlive(cluster, noted.pid) ? { PG_GRANDPARENT_PID: String(noted.pid) } : {}
  return { ...postgresEnvironment(), ...stale }
}

/** Lines of `postmaster.pid`: process, folder, start time, port, socket, address, shared memory, status. */
function readPidFile(folder: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return openSync(file, size > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended, as intended.
  }
}
