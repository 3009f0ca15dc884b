import { spawnSync } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'

import { findDebianProgram } from '../debian-programs.ts'

export interface BareRoot {
  readonly suite: string
  /** With commas between. */
  readonly packages: string
  /** More words for `mmdebstrap`, and where the packages come from. */
  readonly options?: readonly string[]
  readonly sources?: readonly string[]
}

/** Without pages for people: nobody reads them in there. */
const LEFT_OUT = ['doc', 'man', 'locale'].map(folder => `--dpkgopt=path-exclude=/usr/share/${folder}/*`)

/** A bare root of Debian as a tar, kept for the next time. */
export function makeBareRoot(
  tar: string,
  { suite, packages, options = [], sources = [] }: BareRoot,
  environment: NodeJS.ProcessEnv,
): void {
  if (existsSync(tar)) return
  const part = `${tar}.new.tar`
  const { status, error } = spawnSync(
    findDebianProgram('mmdebstrap'),
    [
      '--variant=minbase',
      '--quiet',
      ...LEFT_OUT,
      ...options,
      `--include=${packages}`,
      suite,
      part,
      ...sources,
    ],
    { stdio: 'inherit', env: environment },
  )
  if (status !== 0) throw new Error(`mmdebstrap ${suite}: ${error?.message ?? `exit ${status}`}`)
  renameSync(part, tar)
}
