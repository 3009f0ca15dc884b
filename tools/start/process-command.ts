import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The command line of a living process, its words joined by one space; undefined when there is no such process, also
 * when it is dead and only waits to be reaped (a zombie still answers to `kill 0`).
 */
export function processCommand(pid: number): string | undefined {
  const command = process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  return command === '' ? undefined : command
}

function fromProc(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function fromPs(pid: number): string {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line.startsWith('Z') ? '' : line.replace(/^\S+\s+/, '')
  } catch {
    return ''
  }
}
