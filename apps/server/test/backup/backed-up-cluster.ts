import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { commandFor, findUnprivilegedAccount } from '../../../../tools/start/unprivileged-account.ts'
import { claimPort } from '../../../../tools/start/claim-ports.ts'

/** A PostgreSQL of Debian whose log is archived, as docs/backup.md sets it up. */
export interface BackedUpCluster {
  /** Address of the database `kippu`. */
  readonly url: string
  /** Takes a base backup, as a nightly job would, and has PostgreSQL compare it with what it should be. */
  backUp(): void
  /** All that the database holds, as text: what `pg_dump` writes. */
  dump(): string
  /** Waits until the log up to now is archived. */
  archive(): Promise<void>
  /** Ends it as the loss of its machine would: data and log are gone. */
  destroy(): Promise<void>
  /** Starts what the backup and the archive have, as it was at this moment. */
  restore(moment: string): Promise<void>
  remove(): Promise<void>
}

const PATIENCE_MS = 120_000
const USER = 'kippu'
const MOST_DUMPED = 1024 * 1024 * 1024

export async function createBackedUpCluster(): Promise<BackedUpCluster> {
  const programs = findPrograms()
  const home = mkdtempSync(path.join(tmpdir(), 'kippu-backup-'))
  const account = findUnprivilegedAccount(programs('postgres'), home)
  const [data, archive, backup] = ['data', 'archive', 'backup'].map(name => path.join(home, name))
  const logFile = path.join(home, 'postgres.log')
  const port = await claimPort()
  const url = `postgres://${USER}@127.0.0.1:${port}/${USER}`
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', USER]
  const options = {
    ...account.identity,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
  }
  const run = (program: string, ...args: readonly string[]): void => {
    const { command, args: all } = commandFor(account, programs(program), args)
    execFileSync(command, all, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const written = (program: string, ...args: readonly string[]): string => {
    const { command, args: all } = commandFor(account, programs(program), args)
    const most = { encoding: 'utf8', maxBuffer: MOST_DUMPED } as const
    return execFileSync(command, all, { ...options, ...most, stdio: ['ignore', 'pipe', 'inherit'] })
  }
  const own = (folder = ''): void => {
    mkdirSync(folder, { recursive: true })
    chownSync(folder, account.owner, account.owner)
  }
  own(home)
  own(archive)
  run(
    'initdb',
    `--pgdata=${data}`,
    `--username=${USER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  )
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    timezone: 'UTC',
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_action: 'promote',
  }
  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const given = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const log = openSync(logFile, 'a')
    const { command, args } = commandFor(account, programs('postgres'), ['-D', data ?? '', ...given])
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    await untilOpen(url, logFile)
    return child
  }
  let postmaster = await start()
  await ask(`postgres://${USER}@127.0.0.1:${port}/postgres`, `create database ${USER}`)
  const end = async (): Promise<void> => {
    const ended = once(postmaster, 'exit')
    if (postmaster.pid !== undefined && postmaster.exitCode === null && postmaster.signalCode === null) {
      // The whole session, as a machine that is gone.
      process.kill(-postmaster.pid, 'SIGKILL')
      await ended
    }
    rmSync(data ?? '', { recursive: true, force: true })
  }
  return {
    url,
    backUp: () => {
      run('pg_basebackup', '-D', backup ?? '', ...address, '-c', 'fast', '-X', 'none')
      // Its log is in the archive.
      run('pg_verifybackup', '--no-parse-wal', backup ?? '')
    },
    dump: () => written('pg_dump', ...address, USER),
    archive: async () => {
      const name = await ask(url, 'select pg_walfile_name(pg_switch_wal()) as said')
      await until(
        async () => (await ask(url, 'select last_archived_wal as said from pg_stat_archiver')) >= name,
        logFile,
      )
    },
    destroy: end,
    restore: async moment => {
      // With their modes: PostgreSQL refuses a folder that others may enter.
      execFileSync('cp', ['-a', backup ?? '', data ?? ''])
      if (account.owner >= 0) execFileSync('chown', ['-R', `${account.owner}:${account.owner}`, data ?? ''])
      writeFileSync(path.join(data ?? '', 'recovery.signal'), '')
      chownSync(path.join(data ?? '', 'recovery.signal'), account.owner, account.owner)
      postmaster = await start({ recovery_target_time: moment })
      await until(
        async () => (await ask(url, 'select pg_is_in_recovery()::text as said')) === 'false',
        logFile,
      )
    },
    remove: async () => {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The newest that the machine has. @throws one clear line that says how to get it. */
function findPrograms(): (name: string) => string {
  const [found] = globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
  if (found === undefined)
    throw new Error('The drill needs initdb and pg_basebackup: apt-get install postgresql (Debian, Ubuntu).')
  return name => path.join(found, name)
}

async function untilOpen(url: string, logFile: string): Promise<void> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  await until(async () => {
    try {
      return (await ask(maintenance.href, 'select 1::text as said')) === '1'
    } catch {
      return false
    }
  }, logFile)
}

async function until(isSo: () => Promise<boolean>, logFile: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL was not ready in time: ${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    await delay(100)
  }
}

async function ask(url: string, query: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ said?: string | null }>(query)
    return rows[0]?.said ?? ''
  } finally {
    await client.end()
  }
}
