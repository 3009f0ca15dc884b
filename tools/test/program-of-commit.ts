import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../start/root.ts'

/** The whole hash of a commit that is named in any way git knows. */
export function commitOf(name: string): string {
  return execFileSync('git', ['rev-parse', `${name}^{commit}`], { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** Where the program of a commit is once {@link installProgramOf} has run. */
export function rootOfCommit(commit: string): string {
  return path.join(ROOT, '.cache', 'commits', commit)
}

/** Takes a commit out of the repository, installs its packages and builds its pages, once. */
export function installProgramOf(commit: string): void {
  const root = rootOfCommit(commit)
  if (existsSync(root)) return
  const folder = `${root}.unfinished`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = `${folder}.tar`
  execFileSync('git', ['archive', `--output=${archive}`, commit], { cwd: ROOT, stdio: 'inherit' })
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`], { stdio: 'inherit' })
  rmSync(archive)
  for (const command of [
    ['ci', '--no-audit', '--no-fund'],
    ['run', 'build', '-w', '@kippu/web'],
  ])
    execFileSync('npm', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(folder, root)
}
