import { readdirSync, readFileSync } from 'node:fs'

/** The time that processes and cores have used, from `/proc`: only Linux has it. All in ms of one core. */

/** Linux reports hundredths of a second to every program. */
const MS_A_TICK = 10

/** The time of a process, without its children. 0 when it has ended. */
export function usedMs(pid: number): number {
  return sum(statOf(pid).slice(11, 13)) * MS_A_TICK
}

/** The time of a process and of its children that have ended. */
export function usedWithEndedChildrenMs(pid: number): number {
  return sum(statOf(pid).slice(11, 15)) * MS_A_TICK
}

/** The time of the children of a process that have ended, and of theirs. */
export function usedOfEndedChildrenMs(pid: number): number {
  return sum(statOf(pid).slice(13, 15)) * MS_A_TICK
}

/** The time of a process and of all its children, ended or not. */
export function usedWithChildrenMs(pid: number): number {
  const children = processes().filter(child => parentOf(child) === pid)
  return usedWithEndedChildrenMs(pid) + sum(children.map(usedMs))
}

/** The time in which all cores together were at work, for anybody: interrupts and other guests of the machine included. */
export function busyMs(): number {
  const [user = 0, nice = 0, system = 0, _idle, _waiting, ...interrupts] = timesOfCores()
  return (user + nice + system + sum(interrupts.slice(0, 3))) * MS_A_TICK
}

/** The time in which the host gave our cores to other guests although we wanted them. */
export function stolenMs(): number {
  return (timesOfCores()[7] ?? 0) * MS_A_TICK
}

/** User, nice, system, idle, waiting, interrupts, soft interrupts, stolen … of all cores together. */
function timesOfCores(): readonly number[] {
  const [, ...times] = contentOf('/proc/stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return times
}

/** All processes whose command contains the given words. */
export function findProcesses(words: string): number[] {
  return processes().filter(pid => contentOf(`/proc/${pid}/cmdline`).includes(words))
}

/** Undefined when the process has ended. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)[1]
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
}

/** The fields after the name, which may contain anything: state, parent …, user and system time, and those of ended children. */
function statOf(pid: number): readonly number[] {
  const stat = contentOf(`/proc/${pid}/stat`)
  if (stat === '') return []
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** '' when the process has just ended. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
