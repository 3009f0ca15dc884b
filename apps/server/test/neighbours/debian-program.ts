import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { findDebianProgram } from '../../../../tools/test/debian-programs.ts'
import { commandFor, findUnprivilegedAccount } from '../../../../tools/start/unprivileged-account.ts'

const READY_WITHIN_MS = 20_000

export interface DebianProgram {
  stop(): Promise<void>
}

export interface DebianProgramOptions {
  /** Where it writes, and where it is started. It must be allowed to write there. */
  readonly folder: string
  readonly logFile: string
  /** Whether it refuses to be root. */
  readonly unprivileged?: boolean
  /** Whether it does its work already. */
  readonly isReady: () => Promise<boolean>
}

/** Starts a program of Debian in the foreground, and waits until it is ready. */
export async function startDebianProgram(
  name: string,
  args: readonly string[],
  { folder, logFile, unprivileged = false, isReady }: DebianProgramOptions,
): Promise<DebianProgram> {
  const program = findDebianProgram(name)
  const account = unprivileged
    ? findUnprivilegedAccount(program, folder)
    : { owner: -1, prefix: [], identity: {} }
  const { command, args: words } = commandFor(account, program, args)
  const child = spawn(command, words, {
    ...account.identity,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told = `${told}${chunk.toString()}`.slice(-4_000)
  })
  const ended = once(child, 'exit')
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      const log = path.join(folder, logFile)
      throw new Error(
        `${name} did not become ready: ${told}${existsSync(log) ? readFileSync(log, 'utf8') : ''}`,
      )
    }
    await delay(25)
  }
  return {
    stop: async () => {
      // Both end at once.
      child.kill('SIGTERM')
      await ended
    },
  }
}
