import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort, isPortFree } from './free-port.ts'
import { takeLease } from './launcher-lease.ts'
import { type Cluster, clusterOf, clusterUrl, openCluster, rememberPort } from './postgres-cluster.ts'
import { findPostmaster, isAlive, type Postmaster, spawnPostmaster, stopPostmaster } from './postmaster.ts'

export interface EmbeddedDatabaseOptions {
  /** The folder for the data: the cluster is in its `postgres` folder, its log beside that. */
  readonly dataDir: string
  /** The port on 127.0.0.1; by default the port of last time if it is free, otherwise any. */
  readonly port?: number
  /** False gives up crash safety for speed: only for databases that are deleted afterwards. */
  readonly durable?: boolean
  readonly log?: (line: string) => void
}

export interface EmbeddedDatabase {
  /** Address with user and password of the database `kippu`; its user may create databases. */
  readonly url: string
  readonly pid: number
  /** False once the postmaster has died, whatever the cause. */
  isRunning(): boolean
  /** Stops PostgreSQL, unless another living launcher of the same folder still uses it. */
  stop(): Promise<void>
}

const PATIENCE_MS = 60_000

/**
 * Starts the PostgreSQL of a data folder, or adopts the one that already runs there (its launcher was killed, or
 * another one is alive). Throws one clear line when neither is possible.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const cluster = await openCluster(options.dataDir)
  const lease = takeLease(path.join(cluster.folder, 'kippu-launchers'))
  try {
    const { pid, url } = await openDatabase(cluster, options)
    const stop = async (): Promise<void> => {
      if (lease.release()) await stopPostmaster(cluster, pid)
    }
    return { url: url.href, pid, isRunning: () => isAlive(cluster, pid), stop }
  } catch (error) {
    const running = findPostmaster(cluster)
    if (lease.release() && running !== undefined) await stopPostmaster(cluster, running.pid)
    throw error
  }
}

/** Whether the PostgreSQL of a data folder runs, started by this program or another. */
export function isDatabaseRunning(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres')) && findPostmaster(clusterOf(dataDir)) !== undefined
}

/**
 * A postmaster that was found may be dying: it refuses its last connections, resets them, or answers them and is gone. It is looked at
 * again then, and the next one is started once it is dead.
 */
async function openDatabase(
  cluster: Cluster,
  options: EmbeddedDatabaseOptions,
): Promise<{ readonly pid: number; readonly url: URL }> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { pid, port } = await runPostmaster(cluster, options, deadline)
    rememberPort(cluster, port)
    const url = clusterUrl(cluster)
    try {
      await createDatabaseOnce(url)
      if (isAlive(cluster, pid)) return { pid, url }
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error
    }
    await delay(20)
  }
}

/** The connection was lost, or PostgreSQL says that it is stopping or starting. */
function isPassing(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^57P0[123]$/.test(error.code ?? '')
}

/**
 * Waits for a ready postmaster, and spawns one whenever none is alive. PostgreSQL's own lock file decides between two
 * starters; the loser's process ends, and the loser finds the winner's postmaster.
 */
async function runPostmaster(
  cluster: Cluster,
  options: EmbeddedDatabaseOptions,
  deadline: number,
): Promise<Postmaster> {
  const { log = () => undefined, durable = true } = options
  let port = await choosePort(cluster, options.port)
  let child: ChildProcess | undefined
  let logStart = 0
  while (Date.now() < deadline) {
    const running = findPostmaster(cluster)
    if (running?.ready) {
      if (running.pid !== child?.pid) log(`PostgreSQL was already running (process ${running.pid}): adopted`)
      return running
    }
    if (running === undefined && (child === undefined || hasEnded(child))) {
      if (child !== undefined && whyItEnded(cluster, logStart) === 'port taken') port = await freePort()
      logStart = logSize(cluster)
      child = spawnPostmaster(cluster, { port, durable })
    }
    await delay(20)
  }
  throw new Error(`PostgreSQL was not ready within ${PATIENCE_MS / 1000} s; its log is ${cluster.logFile}.`)
}

async function choosePort(cluster: Cluster, asked: number | undefined): Promise<number> {
  if (asked !== undefined) return asked
  const remembered = Number(clusterUrl(cluster).port)
  return (await isPortFree(remembered)) ? remembered : freePort()
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

/** Searches the log for causes that another try can overcome; throws on all others. */
function whyItEnded(cluster: Cluster, logStart: number): 'port taken' | 'not yet' {
  const lines = readFileSync(cluster.logFile).subarray(logStart).toString().trim().split('\n')
  const text = lines.join('\n')
  if (/could not bind|Address already in use/.test(text)) return 'port taken'
  // The last processes of a killed postmaster are still ending, or another starter was quicker.
  if (/still in use|lock file "[^"]*" (already exists|is empty)/.test(text)) return 'not yet'
  const cause = lines.findLast(line => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ''
  throw new Error(`PostgreSQL did not start: ${cause} (its log is ${cluster.logFile})`)
}

function logSize(cluster: Cluster): number {
  return statSync(cluster.logFile, { throwIfNoEntry: false })?.size ?? 0
}

/** `initdb` does not create our database, and of two starters at once either may create it. */
async function createDatabaseOnce(url: URL): Promise<void> {
  const name = url.pathname.slice(1)
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || !['42P04', '23505'].includes(error.code ?? '')) throw error
  } finally {
    await client.end()
  }
}
