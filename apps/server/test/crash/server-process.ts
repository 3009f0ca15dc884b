import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { inject } from 'vitest'

import type { StoreProgram } from '../bundled-store.ts'
import { MANY_CONFIRMATIONS } from '../many-confirmations.ts'
import { watchOutput } from '../watched-log.ts'

const READY_WITHIN_MS = 60_000

/** An order to the hook, as `hook.ts` parses it. */
export type HookOrder = Readonly<Record<string, unknown>> & {
  readonly do: 'kill' | 'hold' | 'record' | 'clock'
}

/** A real server in a process of its own, controlled by the crash hook. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Settles when the process has ended. */
  readonly ended: Promise<unknown>
  isRunning(): boolean
  /** The end of its output, for the message of a failure. */
  lastOutput(): string
  tell(order: HookOrder): Promise<void>
  /** Makes the hook stop the process at this point, once. */
  arm(order: { readonly failpoint: string; readonly postmaster?: number }): Promise<void>
  /** Settles when the hook reports that the point is reached. */
  reached(failpoint: string): Promise<void>
  /** Passes on everything that the hook reports. */
  onReport(listen: (report: object) => void): void
  /** Asks it to end, and kills it after this many milliseconds. */
  stop(patienceMs?: number): Promise<void>
  /** Ends it as a power cut would. @throws when it has logged what no log may contain, as `stop` does. */
  kill(): Promise<void>
}

type Variables = Readonly<Record<string, string>>

interface ServerStorage {
  readonly databaseUrl: string
  readonly dataDir: string
}

/**
 * The variables that a server has in every test, besides those of the providers. It has one site of the demonstration: to read fifteen, and
 * to compare their words with the database, would be a third of its start.
 */
export function serverVariables({ databaseUrl, dataDir }: ServerStorage): Variables {
  const sitesDir = path.join(dataDir, 'sites')
  cpSync(path.join(DEMO_SITES_DIR, 'demo'), path.join(sitesDir, 'demo'), { recursive: true })
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SITES_DIR: sitesDir,
    LOG_LEVEL: 'info',
    SIMULATORS: 'off',
    ...MANY_CONFIRMATIONS,
  }
}

/** Starts the store and waits until it is ready. @param program default: the one in few files, which is read quickly. */
export async function startServer(
  port: number,
  variables: Variables,
  program?: StoreProgram,
): Promise<ServerProcess> {
  const server = spawnServer({ PORT: String(port), ...variables }, [], program)
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(port))) {
    if (!server.isRunning() || performance.now() > deadline) {
      server.child.kill('SIGKILL')
      throw new Error(`the server did not become ready (${server.child.exitCode}): ${server.lastOutput()}`)
    }
    await delay(25)
  }
  return server
}

/**
 * Starts the store without waiting; the hook obeys `orders` before the server begins.
 * @param within a command line that becomes the one behind it, such as `ip netns exec …`.
 */
export function spawnServer(
  variables: Variables,
  orders: readonly HookOrder[] = [],
  { root, hook, main }: StoreProgram = inject('storeProgram'),
  within: readonly string[] = [],
): ServerProcess {
  const [command, ...words] = [...within, process.execPath, '--import', hook, main]
  const child = spawn(command ?? process.execPath, words, {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      // A start is mostly compiling.
      NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
      ...variables,
      CRASH_HOOK: JSON.stringify(orders),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const watched = watchOutput()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      watched.write(chunk.toString())
      output = `${output}${chunk.toString()}`.slice(-4_000)
    })
  }
  const ended = once(child, 'exit')
  const tell = async (order: HookOrder): Promise<void> => {
    const obeyed = heard(child, 'obeyed', order.do)
    // A dying process no longer receives messages.
    child.send(order, () => undefined)
    await Promise.race([obeyed, ended])
  }
  return {
    child,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    lastOutput: () => output,
    tell,
    arm: order => tell({ do: 'kill', ...order }),
    reached: failpoint => heard(child, 'reached', failpoint),
    onReport: listen =>
      void child.on('message', message => {
        if (typeof message === 'object' && message !== null) listen(message)
      }),
    stop: async (patienceMs = 5_000) => {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended
      clearTimeout(impatience)
      watched.verify()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      watched.verify()
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  return answer?.ok === true
}

function heard(child: ChildProcess, word: 'obeyed' | 'reached', value: string): Promise<void> {
  return new Promise(resolve => {
    const listen = (message: unknown): void => {
      if (typeof message !== 'object' || message === null) return
      if (Reflect.get(message, word) !== value) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
  })
}
