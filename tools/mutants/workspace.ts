import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MODULES = ['node_modules', '{apps,packages}/*/node_modules', '{e2e,bench,tools}/node_modules']

export interface Workspace {
  /** Its root: the last commit, with the installed packages. */
  readonly folder: string
  remove(): void
}

/**
 * A work tree of the last commit in a temporary folder. Packages are links to the installed ones, except those of this
 * repository: they point into the work tree, so that every test imports the changed file.
 */
export function createWorkspace(root: string): Workspace {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-mutants-'))
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', '--force', folder, 'HEAD'], { cwd: root })
  for (const modules of globSync(MODULES, { cwd: root }))
    linkModules(path.join(root, modules), path.join(folder, modules))
  const built = 'apps/web/dist'
  if (existsSync(path.join(root, built))) symlinkSync(path.join(root, built), path.join(folder, built))
  return {
    folder,
    remove: () => {
      execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root })
    },
  }
}

function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    if (name === '@kippu') linkModules(source, target)
    // Relative links of workspaces lead into the new tree; all others keep their target.
    else if (path.basename(from) === '@kippu' && lstatSync(source).isSymbolicLink())
      symlinkSync(readlinkSync(source), target)
    else symlinkSync(source, target)
  }
}
