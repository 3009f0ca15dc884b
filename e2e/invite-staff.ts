import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { STACK } from './stack.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Invites somebody at the machine. @returns the address that lets them in, once */
export async function invite(name: string, role: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(ROOT, 'tools/start/kippu.ts'), 'staff', 'invite', name, role, '--sites', 'demo'],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: process.env['E2E_DATA_DIR'],
        PORT: new URL(STACK.store).port,
        KIPPU_STAFF: 'owner',
      },
    },
  )
  const [url] = /http\S+enrol#\S+/.exec(stdout) ?? []
  if (url === undefined) throw new Error(`no invitation: ${stdout}`)
  return url
}
