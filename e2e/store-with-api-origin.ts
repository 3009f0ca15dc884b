import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { startEmbeddedDatabase } from '../tools/start/embedded-database.ts'
import { readStartSettings } from '../tools/start/start-settings.ts'
import { storeEnvironment } from '../tools/start/store-environment.ts'
import { STACK } from './stack.ts'
import { stackLog } from './stack-logs.ts'

const PATIENCE_MS = 60_000

/**
 * Starts a second process of the running store, with pages at one host and calls at another one (D-71).
 * @returns the function that stops it.
 */
export async function startStoreWithApiOrigin(dataDir: string): Promise<() => Promise<void>> {
  const { store, api, port } = STACK.otherApi
  const database = await startEmbeddedDatabase({ dataDir })
  const settings = readStartSettings({
    DATA_DIR: dataDir,
    PORT: String(port),
    SIMULATORS_PORT: String(STACK.simulatorsPort),
    SMTP_PORT: String(STACK.smtpPort),
  })
  const env = {
    ...(await storeEnvironment(settings, database.url)),
    LOG_LEVEL: 'trace',
    ROLE: 'web',
    API_ORIGIN: api,
  }
  const root = path.join(import.meta.dirname, '..')
  const child = spawn(process.execPath, ['apps/server/src/start/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The last story searches it (S-7.11).
  const log = createWriteStream(stackLog(), { flags: 'a' })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ended = once(child, 'close')
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isReady(store))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the second process did not become ready (${child.exitCode})`)
    }
    await delay(50)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    log.end()
    await database.stop()
  }
}

async function isReady(store: string): Promise<boolean> {
  return (await fetch(`${store}/readyz`).catch(() => undefined))?.ok === true
}
