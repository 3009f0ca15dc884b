import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import * as v from 'valibot'

const ROOT = path.join(import.meta.dirname, '..')

/** What `kippu gates enrol` shows for one device. */
export interface Enrolment {
  readonly gate: string
  readonly device: string
  readonly token: string
}

const gateAnswer = v.object({ gate: v.string() })
const enrolment = v.object({ gate: v.string(), device: v.string(), token: v.string() })

/** A gate of the demo site, and a device of the staff that may be enrolled at it: as the operator makes them. */
export async function newGateDevice(name: string): Promise<Enrolment> {
  const { gate } = v.parse(gateAnswer, await kippu('gates', 'add', 'demo', name))
  return v.parse(enrolment, await kippu('gates', 'enrol', gate, 'Tablet'))
}

/** The device gets no answer from now on. */
export async function revokeGateDevice(device: string): Promise<void> {
  await kippu('gates', 'revoke', device)
}

async function kippu(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(ROOT, 'tools/start/kippu.ts'), ...args, '--json'],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] } },
  )
  return JSON.parse(stdout)
}
