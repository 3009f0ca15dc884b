import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { processCommand } from './process-command.ts'
import { runQuietly } from './run-quietly.ts'
import { type Account, commandFor, findUnprivilegedAccount } from './unprivileged-account.ts'

/** A PostgreSQL data folder, and the values needed to run it. */
export interface Cluster {
  readonly folder: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly account: Account
}

const USER = 'kippu'

/** Opens the cluster in `<dataDir>/postgres`, and creates it first when there is none. */
export function openCluster(dataDir: string): Promise<Cluster> {
  mkdirSync(dataDir, { recursive: true })
  return ensureCluster(clusterOf(dataDir))
}

/** The cluster in `<dataDir>/postgres`, which may not be there yet. */
export function clusterOf(dataDir: string): Cluster {
  const home = realpathSync(dataDir)
  const binaries = findPostgresBinaries()
  return {
    folder: path.join(home, 'postgres'),
    logFile: path.join(home, 'postgres.log'),
    binaries,
    account: findUnprivilegedAccount(binaries.postgres, home),
  }
}

/** The address of the cluster with its password, as stored in the folder. */
export function clusterUrl(cluster: Cluster): URL {
  return new URL(readFileSync(urlFile(cluster.folder), 'utf8').trim())
}

/** Stores the port for the next start. */
export function rememberPort(cluster: Cluster, port: number): void {
  const url = clusterUrl(cluster)
  if (url.port === String(port)) return
  url.port = String(port)
  writeUrl(cluster.folder, url)
}

async function ensureCluster(cluster: Cluster): Promise<Cluster> {
  if (!existsSync(cluster.folder)) await createCluster(cluster)
  const { owner } = cluster.account
  if (owner >= 0 && statSync(cluster.folder).uid !== owner) {
    execFileSync('chown', ['-R', `${owner}:${owner}`, cluster.folder])
  }
  return cluster
}

/**
 * Creates the cluster in another folder and renames that into place, so that a start killed half-way leaves no partial
 * cluster, and of two starts at once one wins completely.
 */
async function createCluster(cluster: Cluster): Promise<void> {
  const home = path.dirname(cluster.folder)
  removeAbandonedAttempts(home)
  const attempt = mkdtempSync(path.join(home, `initdb-${process.pid}-`))
  try {
    chownSync(attempt, cluster.account.owner, cluster.account.owner)
    const made = path.join(attempt, 'cluster')
    const password = randomBytes(24).toString('base64url')
    await initdb(cluster, made, password)
    writeUrl(made, new URL(`postgres://${USER}:${password}@127.0.0.1:${await freePort()}/${USER}`))
    moveUnlessThere(made, cluster.folder)
  } finally {
    rmSync(attempt, { recursive: true, force: true })
  }
}

/** One collation everywhere: UTF-8 compared by code point, which no system library can change under an index. */
async function initdb(cluster: Cluster, folder: string, password: string): Promise<void> {
  const passwordFile = path.join(path.dirname(folder), 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownSync(passwordFile, cluster.account.owner, cluster.account.owner)
  const { command, args } = commandFor(cluster.account, cluster.binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  const options = { ...cluster.account.identity, env: postgresEnvironment(), cwd: '/' }
  const complaint = await runQuietly(command, args, options)
  if (complaint !== undefined) throw new Error(`PostgreSQL could not make its data folder: ${complaint}`)
}

/** Only the variables that PostgreSQL needs: no PG* variable of the caller's shell may change how it runs. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }
}

function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(path.join(to, 'PG_VERSION'))) throw error
  }
}

function removeAbandonedAttempts(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^initdb-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && processCommand(Number(pid)) === undefined)
      rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

function urlFile(folder: string): string {
  return path.join(folder, 'kippu-url')
}

function writeUrl(folder: string, url: URL): void {
  const file = urlFile(folder)
  writeFileSync(`${file}.new`, `${url.href}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
