import { execFileSync } from 'node:child_process'

/** `kill -9` for PostgreSQL's first process and all of its children, at once. */
export function killDatabase(postmaster: number): void {
  const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.trim().split('\n').map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself at this moment.
    }
  }
}
