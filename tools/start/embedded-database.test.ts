import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts'
import { processCommand } from './process-command.ts'

/** One folder for the file: making and removing a cluster takes a second each. Tests that need a new one say so. */
const home = mkdtempSync(path.join(tmpdir(), 'kippu-database-'))
const started: EmbeddedDatabase[] = []
let dataDir: string

beforeEach(() => {
  dataDir = path.join(home, 'usual')
})

afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
})

afterAll(() => rmSync(home, { recursive: true }))

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ dataDir })
  started.push(database)
  return database
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the database and lives until it is killed. */
async function startInAnotherProcess(): Promise<{ launcher: ChildProcess; pid: number; url: string }> {
  const program = `
    import { startEmbeddedDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-database.ts'))}
    const { pid, url } = await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify({ pid, url }))
    setInterval(() => undefined, 60_000)`
  const launcher = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(launcher.stdout!), 'line')
  return { launcher, ...JSON.parse(line) }
}

async function kill(launcher: ChildProcess): Promise<void> {
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
}

describe('the embedded database', { timeout: 60_000 }, () => {
  test('is a durable UTF-8 PostgreSQL that listens on the loopback only and asks for a password', async () => {
    const { url } = await start()
    const [row] = await query(
      url,
      `select current_database() as name, current_setting('fsync') as fsync, current_setting('listen_addresses') as host,
              current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
              current_setting('max_connections') as connections`,
    )
    expect(row).toEqual({
      name: 'kippu',
      fsync: 'on',
      host: '127.0.0.1',
      encoding: 'UTF8',
      zone: 'UTC',
      connections: '100',
    })
    expect(statSync(path.join(dataDir, 'postgres', 'kippu-url')).mode & 0o777).toBe(0o600)
    const stranger = new URL(url)
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test('keeps its data and its address over a restart, and is gone in between', async () => {
    const first = await start()
    await query(first.url, 'create table kept_over_restart as select 7 as number')
    await first.stop()
    expect(first.isRunning()).toBe(false)
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select number from kept_over_restart')).toEqual([{ number: 7 }])
  })

  test('is adopted when its launcher was killed, and stopped by the adopter', async () => {
    const { launcher, pid, url } = await startInAnotherProcess()
    await kill(launcher)
    expect(processCommand(pid)).toContain('postgres')
    const adopter = await start()
    expect(adopter).toMatchObject({ pid, url })
    await adopter.stop()
    expect(processCommand(pid)).toBeUndefined()
  })

  test('recovers every committed row after its postmaster was killed', async () => {
    const first = await start()
    await query(first.url, 'create table kept_after_kill as select generate_series(1, 1000) as number')
    process.kill(first.pid, 'SIGKILL')
    const second = await start()
    expect(second.pid).not.toBe(first.pid)
    expect(await query(second.url, 'select count(*)::int as count from kept_after_kill')).toEqual([
      { count: 1000 },
    ])
  })

  test('starts anew when the postmaster that it found was dying, and reset its last connection', async () => {
    const first = await start()
    await first.stop()
    const folder = path.join(dataDir, 'postgres')
    // In place of one that is killed between two looks: it is in the process table until its connections are gone.
    const program = `
      const server = require('node:net').createServer(socket => { socket.resetAndDestroy(); process.exit() })
      server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
    const dying = spawn(process.execPath, ['-e', program, '--', '-D', folder, '-c'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = await once(createInterface(dying.stdout), 'line')
    writeFileSync(
      path.join(folder, 'postmaster.pid'),
      `${dying.pid}\n${folder}\n1\n${port}\n\n127.0.0.1\n  1  1\nready   \n`,
    )
    const second = await start()
    expect(second.pid).not.toBe(dying.pid)
    expect(await query(second.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  test('recovers when launcher and postmaster were killed together and nobody reaped the dead yet', async () => {
    const { launcher, pid, url } = await startInAnotherProcess()
    await query(url, 'create table kept_unreaped as select 7 as number')
    launcher.kill('SIGSTOP')
    process.kill(pid, 'SIGKILL')
    try {
      const second = await start()
      expect(await query(second.url, 'select number from kept_unreaped')).toEqual([{ number: 7 }])
    } finally {
      await kill(launcher)
    }
  })

  test('starts although its old process number belongs to a stranger now', async () => {
    const first = await start()
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
    await first.stop()
    writeFileSync(pidFile, `1\n${path.join(dataDir, 'postgres')}\n1\n5432\n\n127.0.0.1\n  1  1\nready   \n`)
    expect((await start()).isRunning()).toBe(true)
  })

  test('is one when two make and start it at once, and stops when the last of them leaves', async () => {
    dataDir = path.join(home, 'made by two')
    const [one, two] = await Promise.all([start(), startInAnotherProcess()])
    expect(one.pid).toBe(two.pid)
    await one.stop()
    expect(await query(two.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await kill(two.launcher)
    await (await start()).stop()
    expect(one.isRunning()).toBe(false)
  })

  test('moves to another port when a stranger took the one it remembers', async () => {
    const first = await start()
    await first.stop()
    const stranger = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
    await once(stranger, 'listening')
    const second = await start()
    stranger.close()
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
    expect(await query(second.url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  test.runIf(process.getuid?.() === 0)(
    'falls back to setpriv where user namespaces are forbidden, and returns',
    async () => {
      const first = await start()
      await query(first.url, 'create table kept_by_nobody as select 7 as number')
      await first.stop()
      const before = process.env.PATH
      const forbidden = mkdtempSync(path.join(tmpdir(), 'kippu-path-'))
      writeFileSync(path.join(forbidden, 'unshare'), '#!/bin/sh\nexit 1\n')
      chmodSync(path.join(forbidden, 'unshare'), 0o755)
      process.env.PATH = `${forbidden}:${before}`
      try {
        const second = await start()
        expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(65_534)
        await query(second.url, 'insert into kept_by_nobody values (8)')
        await second.stop()
      } finally {
        process.env.PATH = before
        rmSync(forbidden, { recursive: true })
      }
      const third = await start()
      expect(await query(third.url, 'select number from kept_by_nobody')).toEqual([
        { number: 7 },
        { number: 8 },
      ])
    },
  )
})
