import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { claimPort } from '../tools/start/claim-ports.ts'
import { placeIn } from '../tools/check/moved-files.ts'
import { startProgram } from '../tools/start/program.ts'
import { ROOT } from '../tools/start/root.ts'
import { findProcesses, parentOf, usedMs } from '../tools/test/cpu-time.ts'
import { untilReady } from './ready.ts'
import type { StopLater } from './started.ts'

/** A store with its database and its simulators, as `npm start` starts them, of any commit. */
export interface Stack {
  readonly name: string
  /** Folder of its program. */
  readonly root: string
  /** The store, and all simulated providers. */
  readonly origin: string
  readonly providers: string
  /** The time that its server has used since it began, in ms of one core. */
  serverMs(): number
  simulatorsMs(): number
}

export interface StackOptions {
  readonly name: string
  /** The packages of its program are installed, and its pages are built. */
  readonly root: string
  /** By default a new folder that is deleted in the end. */
  readonly dataDir?: string
  /** Variables beside those for its ports and its data. */
  readonly environment?: Readonly<Record<string, string>>
}

export async function startStack(
  { name, root, dataDir, environment = {} }: StackOptions,
  stopLater: StopLater,
): Promise<Stack> {
  const folder = dataDir ?? createDataDir(stopLater)
  const [port, simulatorsPort, smtpPort] = [await claimPort(), await claimPort(), await claimPort()]
  const program = startProgram({
    name: `The stack ${name}`,
    file: path.relative(ROOT, path.join(root, placeIn(root, 'tools/start/start.ts'))),
    environment: {
      PATH: process.env['PATH'],
      PORT: String(port),
      SIMULATORS_PORT: String(simulatorsPort),
      SMTP_PORT: String(smtpPort),
      DATA_DIR: folder,
      // Buyers share a mailbox.
      CONFIRMATION_MAILS_PER_HOUR: '1000000',
      UNPROVEN_SHARES: 'off',
      DEMO_PAST: 'off',
      CONFIRMATION_ADDRESSES_PER_HOUR: '1000000',
      CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '1000000',
      ...environment,
    },
    quiet: true,
  })
  stopLater(program)
  const origin = `http://localhost:${port}`
  await untilReady(origin, program)
  const server = findPart(root, placeIn(root, 'apps/server/src/start/main.ts'))
  const simulators = findPart(root, 'apps/simulators/src/main.ts')
  return {
    name,
    root,
    origin,
    providers: `http://localhost:${simulatorsPort}`,
    serverMs: () => usedMs(server),
    simulatorsMs: () => usedMs(simulators),
  }
}

/** A folder for the data of one stack. */
export function createDataDir(stopLater: StopLater): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-bench-'))
  stopLater({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  return folder
}

/** The process of a program that our own launcher started. */
function findPart(root: string, file: string): number {
  const [found] = findProcesses(path.join(root, file)).filter(
    pid => parentOf(parentOf(pid) ?? 0) === process.pid,
  )
  if (found === undefined) throw new Error(`${file} is not among the processes of its launcher`)
  return found
}
