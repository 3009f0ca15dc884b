import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keyOf, sourcesOf } from '../../apps/server/test/kept-cluster.ts'
import { startClusterOf } from '../../apps/server/test/seeded-cluster.ts'
import { claimPort, claimPorts } from './claim-ports.ts'
import { ROOT } from './root.ts'
import { keepRunning } from './store-processes.ts'

/** Patience for a machine that is busy, no promise of speed. */
const PATIENCE = { timeout: 60_000 }

/** Status ports of a test. */
const MOST_PORTS = 14

let folder: string
let launched: ChildProcess | undefined

// It is filled, as after a first start, where a run of the server's tests has kept that; else its first start fills it.
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-processes-'))
  const setup = path.join(ROOT, 'apps/server/test/global-setup.ts')
  const kept = { key: keyOf(sourcesOf(setup)), template: 'kippu_seeded_template' }
  await (await startClusterOf(folder, kept)).stop()
}, 120_000)

afterEach(async () => {
  if (launched !== undefined && launched.exitCode === null) {
    launched.kill('SIGTERM')
    await once(launched, 'exit')
  }
  launched = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Launched {
  readonly launcher: ChildProcess
  readonly port: number
  readonly statusPorts: readonly number[]
  /** What it has printed so far, errors included. */
  readonly printed: () => string
}

async function launch(...args: string[]): Promise<Launched> {
  return launchBy([process.execPath, 'tools/start/start.ts', ...args])
}

async function launchBy([program, ...args]: readonly [string, ...string[]]): Promise<Launched> {
  const [port, first] = [await claimPort(), await claimPorts(MOST_PORTS)]
  const launcher = spawn(program, args, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      // A start is mostly compiling.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      STATUS_PORT: String(first),
      DATA_DIR: folder,
      SIMULATORS: 'off',
      LOG_LEVEL: 'info',
      DB_POOL_SIZE: '3',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched = launcher
  let printed = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return { launcher, port, statusPorts: [first, first + 1, first + 2], printed: () => printed }
}

async function answers(port: number, where: string): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}${where}`).catch(() => undefined)
  return answer?.ok === true
}

/** Of the store's processes below a launcher. */
function storePids({ pid }: ChildProcess): number[] {
  return processes()
    .filter(({ parent, command }) => parent === pid && command.includes('apps/server/src/start/main.ts'))
    .map(one => one.pid)
}

function processes(): Array<{ readonly pid: number; readonly parent: number; readonly command: string }> {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => {
      const [pid, parent, ...command] = line.trim().split(/\s+/)
      return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
    })
}

test('--web 2 is two web processes and a worker, started again when they die, none left at the end', async () => {
  const { launcher, port, statusPorts, printed } = await launch('--web', '2')
  await expect.poll(() => printed(), PATIENCE).toContain('Kippu is open')
  const before = storePids(launcher)
  expect(before).toHaveLength(3)
  for (const own of statusPorts) expect(await answers(own, '/metrics')).toBe(true)
  expect([await answers(port, '/api/v1/langs'), await answers(port, '/metrics')]).toEqual([true, false])

  // The worker was started first, and web processes are alike.
  const killed = before.toSorted((one, other) => one - other).slice(0, 2)
  for (const pid of killed) process.kill(pid, 'SIGKILL')
  await expect.poll(() => storePids(launcher).filter(pid => !before.includes(pid)), PATIENCE).toHaveLength(2)
  for (const own of statusPorts) await expect.poll(() => answers(own, '/readyz'), PATIENCE).toBe(true)
  for (const name of ['worker', 'web-\\d'])
    expect(printed()).toMatch(new RegExp(`^The process ${name} .* ended by SIGKILL: started again\\.$`, 'm'))
  expect(await answers(port, '/api/v1/langs')).toBe(true)

  const after = storePids(launcher)
  launcher.kill('SIGTERM')
  const [code] = await once(launcher, 'exit')
  expect(code).toBe(0)
  expect(processes().filter(({ pid, command }) => after.includes(pid) || command.includes(folder))).toEqual(
    [],
  )
  expect(printed()).toContain('"process":"web-1"')
}, 120_000)

test('when the launcher is killed, the store ends; a signal to npm stops everything that the next `npm start` has found and started', async () => {
  const { launcher, port, printed } = await launch()
  await expect.poll(() => printed(), PATIENCE).toContain('Kippu is open')
  const [store] = storePids(launcher)
  launcher.kill('SIGKILL')
  await expect.poll(() => processes().some(({ pid }) => pid === store), PATIENCE).toBe(false)
  expect(await answers(port, '/healthz')).toBe(false)
  // Its PostgreSQL stays for the next launcher.
  const ours = () => processes().filter(({ command }) => command.includes(folder))
  expect(ours()).not.toEqual([])
  const { launcher: npm, printed: next } = await launchBy(['npm', 'start'])
  await expect.poll(() => next(), PATIENCE).toContain('Kippu is open')
  npm.kill('SIGTERM')
  const [code] = await once(npm, 'exit')
  expect(code).toBe(0)
  expect(ours()).toEqual([])
}, 120_000)

test('more processes than the database has connections for do not start, and the reason is one line', async () => {
  const { launcher, printed } = await launch('--web', '13')
  const [code] = await once(launcher, 'exit')
  expect(code).toBe(1)
  expect(printed()).toContain('DB_POOL_SIZE: 14 processes with 10 connections each may open 140')
}, 120_000)

test('a program that ends before it has answered is not started again', async () => {
  const file = path.join(folder, 'main.ts')
  writeFileSync(file, 'process.exit(3)')
  const launcher = {
    isStopping: () => false,
    stopLater: () => undefined,
    fail: (why: string) => Promise.reject(new Error(why)),
    goOn: async () => undefined,
  }
  const options = { name: 'It', file: path.relative(ROOT, file), environment: process.env }
  const kept = keepRunning(launcher, options, `http://127.0.0.1:${await claimPort()}`)
  await expect(kept.ready).rejects.toThrow(/^It \(.*main\.ts\) ended with code 3$/)
})
