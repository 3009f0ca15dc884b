import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** Linux reports hundredths of a second to every program. */
const MS_A_TICK = 10

/** A process and what it has used since it began, in ms of one core; `ended`: its children that have ended. */
export interface Used {
  readonly pid: number
  readonly parent: number
  readonly command: string
  readonly ms: number
  readonly endedMs: number
}

/** All processes of this machine. */
export function listUsed(): readonly Used[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    const stat = contentOf(`/proc/${name}/stat`)
    // After the name, which may contain anything: state, parent …, user and system time, and those of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
    return {
      pid: Number(name),
      parent: Number(fields[1]),
      command: contentOf(`/proc/${name}/cmdline`).replaceAll('\0', ' '),
      ms: (user + system) * MS_A_TICK,
      endedMs: (endedUser + endedSystem) * MS_A_TICK,
    }
  })
}

/** A process and all below it. */
export function treeOf(root: number, all: readonly Used[]): readonly Used[] {
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

/** ms of one core, of living processes alone. */
export function sumMs(some: readonly Used[]): number {
  return some.reduce((sum, { ms }) => sum + ms, 0)
}

/** MiB of memory that processes have, shared pages counted in each. */
export function residentMiB(some: readonly Used[]): number {
  const kilobytes = some.map(({ pid }) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** ms in which a core did nothing, over all cores together. */
export function idleMs(): number {
  return os.cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

/** '' when the process has just ended. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
