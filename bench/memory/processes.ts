import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { placeIn } from '../../tools/check/moved-files.ts'
import { untilReady } from '../../tools/start/stack-parts.ts'
import type { StopLater } from '../started.ts'
import { megabytes } from './inspect.ts'

/** One process of the store in production. */
export interface StoreProcess {
  readonly name: string
  readonly readyMs: number
  readonly inspectPort: number
  readonly residentMb: () => number
}

export interface ProcessOptions {
  readonly name: string
  /** Folder of the program. */
  readonly program: string
  readonly statusPort: number
  readonly inspectPort: number
  readonly variables: Readonly<Record<string, string>>
}

/** A bound for a machine that does much else. */
const READY_WITHIN_MS = 300_000

/** Starts it as a unit does, with the Node of an image where there is one, and waits until it is ready. */
export async function startProcess(options: ProcessOptions, stopLater: StopLater): Promise<StoreProcess> {
  const { name, program, statusPort, inspectPort, variables } = options
  const ofImage = path.join(program, 'node')
  const began = performance.now()
  const child = spawn(
    existsSync(ofImage) ? ofImage : process.execPath,
    [`--inspect=127.0.0.1:${inspectPort}`, placeIn(program, 'apps/server/src/start/main.ts')],
    {
      cwd: program,
      env: { ...variables, PROCESS_NAME: name, STATUS_PORT: String(statusPort) },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  stopLater({ stop: () => stop(child) })
  await untilReady(`http://127.0.0.1:${statusPort}`, name, () => child.exitCode !== null, READY_WITHIN_MS)
  if (child.exitCode !== null) throw new Error(`${name} ended at its start with code ${child.exitCode}`)
  const readyMs = Math.round(performance.now() - began)
  return { name, readyMs, inspectPort, residentMb: () => residentMb(child.pid ?? 0) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function residentMb(pid: number): number {
  const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return megabytes(Number(kilobytes) * 1024)
}
