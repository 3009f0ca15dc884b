import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type Dirent, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { processCommand } from '../start/process-command.ts'

/** Not versioned, yet needed: the installed packages, and the built web app, which some tests serve. */
const LINKED = [
  'node_modules',
  '{apps,packages}/*/node_modules',
  '{e2e,bench,tools}/node_modules',
  'apps/web/dist',
]

export interface WorkTree {
  /** Its root. */
  readonly folder: string
  remove(): void
}

/**
 * The last commit in a work tree of its own, where files can be changed: a run that is killed leaves no change behind.
 * Packages are hard links to the installed ones, so that Vite finds their files inside the tree; those of this
 * repository are relative symbolic links, which lead into the tree.
 */
export function createWorkTree(root: string): WorkTree {
  // On the disk of the packages, as hard links demand.
  const home = path.join(root, '.cache', 'work-trees')
  mkdirSync(home, { recursive: true })
  for (const name of readdirSync(home)) {
    const isInUse = processCommand(Number.parseInt(name, 10)) !== undefined
    if (!isInUse) removeTree(root, path.join(home, name))
  }
  const folder = path.join(home, `${process.pid}-${randomUUID()}`)
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root })
  for (const linked of globSync(LINKED, { cwd: root }))
    link(path.join(root, linked), path.join(folder, linked))
  return { folder, remove: () => removeTree(root, folder) }
}

/** Without what tools remember beside the packages (`.vite`): they would write into the files of the original. */
function link(from: string, to: string): void {
  const isCache = (entry: Dirent): boolean =>
    entry.isDirectory() && entry.name.startsWith('.') && entry.name !== '.bin'
  const entries = readdirSync(from, { withFileTypes: true }).filter(entry => !isCache(entry))
  mkdirSync(to, { recursive: true })
  if (entries.length === 0) return
  execFileSync('cp', ['-al', ...entries.map(({ name }) => path.join(from, name)), to])
}

function removeTree(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  execFileSync('git', ['worktree', 'prune'], { cwd: root })
}
