import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Files that are not versioned, on the disk of the packages, which are linked and not copied. */
const FOLDER = path.join(ROOT, '.cache', 'bench-dev')

export interface CopiedTree {
  readonly folder: string
  stop(): Promise<void>
}

/**
 * The last commit in a work tree of its own, where the benchmark edits files: if it is killed, it leaves no edit
 * behind. The packages of the workspaces are those of the copy.
 */
export function copyTree(): CopiedTree {
  const remove = (): void => {
    rmSync(FOLDER, { recursive: true, force: true })
    execFileSync('git', ['worktree', 'prune'], { cwd: ROOT })
  }
  remove()
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', FOLDER, 'HEAD'], { cwd: ROOT })
  execFileSync('cp', ['-al', path.join(ROOT, 'node_modules'), path.join(FOLDER, 'node_modules')])
  return { folder: FOLDER, stop: async () => remove() }
}
