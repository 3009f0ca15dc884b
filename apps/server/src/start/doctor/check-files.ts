import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { namedFiles } from '../../platform/variables/variable-files.ts'
import { isVariable, type ServerEnv } from '../environment/read-env.ts'
import { advice, fault, type Finding, orOk } from './finding.ts'

const MIB = 1024 * 1024
/** Several times the size that a store writes in a bad hour. */
const LEAST_FREE = 512 * MIB
const WEB = path.join(import.meta.dirname, '../../../../web/dist/client/index.html')

/** Containers and systemd give these folders to the process alone, whatever the modes in them. */
const KEPT = ['/run/secrets/', '/run/credentials/']

export interface FilesAsked {
  readonly env: ServerEnv
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Bytes; {@link LEAST_FREE} but in a test. */
  readonly leastFree?: number
  /** A document of the built web app. */
  readonly web?: string
}

/** Disks, the files that variables name, and the built web app. */
export async function checkFiles({
  env,
  variables,
  leastFree = LEAST_FREE,
  web = WEB,
}: FilesAsked): Promise<readonly Finding[]> {
  const disks = await Promise.all(
    [...new Set([env.dataDir, tmpdir()])].map(folder => checkDisk(folder, leastFree)),
  )
  return [
    ...orOk(disks.flat(), 'disk', 'there is room'),
    ...orOk(openSecrets(variables), 'files', 'secrets are for their owner alone'),
    ...(env.role === 'worker' || existsSync(web)
      ? []
      : [fault('web app', 'it is not built', 'npm run build -w @kippu/web')]),
  ]
}

async function checkDisk(folder: string, leastFree: number): Promise<readonly Finding[]> {
  const there = nearest(path.resolve(folder))
  const { bavail, bsize, ffree, files } = await statfs(there)
  if (bavail * bsize < leastFree)
    return [fault('disk', `${there} has ${Math.floor((bavail * bsize) / MIB)} MiB left`, 'make room')]
  return files > 0 && ffree === 0 ? [fault('disk', `${there} has no room for another file`, 'make room')] : []
}

/** The folder itself, or the one in which it would be made. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder))
}

/** Others of this machine may read or change what only the store should know. */
function openSecrets(variables: FilesAsked['variables']): readonly Finding[] {
  // Certificates and keys of wallets may be the path of a file.
  const paths = Object.entries(variables).flatMap(([name, value = '']) =>
    isVariable(name) && path.isAbsolute(value) && /_(?:KEY|SERVICE_ACCOUNT)$/.test(name)
      ? [{ name, file: value }]
      : [],
  )
  return [...namedFiles(variables, isVariable), ...paths].flatMap(({ name, file }) => {
    if (KEPT.some(folder => file.startsWith(folder)) || !existsSync(file)) return []
    const { mode } = statSync(file)
    if ((mode & 0o022) !== 0)
      return [fault('files', `${file} (${name}) may be changed by others`, `chmod 600 ${file}`)]
    return (mode & 0o004) === 0
      ? []
      : [advice('files', `${file} (${name}) may be read by everybody here`, `chmod 600 ${file}`)]
  })
}
