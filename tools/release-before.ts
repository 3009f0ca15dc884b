import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from './run-steps.ts'

/**
 * The release that this one may run beside (`docs/running.md`, Upgrades): its last commit. The drill of an upgrade starts
 * its program, so each release that may run beside another one changes this line.
 */
const RELEASE_BEFORE = '12521c511cd0c71d87686e02336d6561feab2079'

/** Where its program is once {@link installReleaseBefore} has run. */
export const RELEASE_BEFORE_ROOT = path.join(ROOT, '.cache', 'release-before', RELEASE_BEFORE)

/** Takes the release before out of the repository, installs its packages and builds its pages, once. */
export function installReleaseBefore(): void {
  if (existsSync(RELEASE_BEFORE_ROOT)) return
  const folder = `${RELEASE_BEFORE_ROOT}.unfinished`
  rmSync(path.dirname(RELEASE_BEFORE_ROOT), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', `--output=${archive}`, RELEASE_BEFORE], { cwd: ROOT, stdio: 'inherit' })
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`], { stdio: 'inherit' })
  rmSync(archive)
  for (const command of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build', '-w', '@kippu/web'],
  ])
    execFileSync('npm', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(folder, RELEASE_BEFORE_ROOT)
}
