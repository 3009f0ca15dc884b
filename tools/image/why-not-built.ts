import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { findDebianProgram } from '../debian-programs.ts'

/** Other distributions have it in a package, `debian-archive-keyring`. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Why this machine cannot make the image, in one line; undefined when it can. */
export function whyNotBuilt(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root'
  try {
    findDebianProgram('mmdebstrap')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  if (!existsSync(KEYRING)) return `there is no ${KEYRING}`
  return isDebianReached() ? undefined : 'no server of Debian’s packages answers: see /etc/apt'
}

/** As mmdebstrap will ask it, and without a change to what this machine knows. */
function isDebianReached(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-apt-'))
  mkdirSync(path.join(folder, 'partial'))
  const { status } = spawnSync(
    'apt-get',
    [
      'update',
      '--error-on=any',
      `-oDir::State::lists=${folder}`,
      `-oDir::Cache=${folder}`,
      '-oAcquire::Retries=1',
      '-oAcquire::http::Timeout=20',
    ],
    { stdio: 'ignore' },
  )
  rmSync(folder, { recursive: true, force: true })
  return status === 0
}
