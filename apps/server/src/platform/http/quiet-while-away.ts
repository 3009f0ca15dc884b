import type { LogFn } from 'pino'

import { isDatabaseAway } from '../db/sql-states.ts'

const QUIET_MS = 1_000

/**
 * Every part of a process meets a database that is away, many times a second. All of them together write one line a
 * second, which says in `more` how many went unwritten before it.
 */
export function quietWhileAway(nowMs: () => number): (args: Parameters<LogFn>, log: LogFn) => void {
  let writtenAt = -Infinity
  let more = 0
  return (args, log) => {
    const [said, ...rest] = args
    if (!isRecord(said) || !isDatabaseAway(said['err'])) return log(...args)
    if (nowMs() - writtenAt < QUIET_MS) {
      more += 1
      return
    }
    log({ ...said, ...(more > 0 && { more }) }, ...rest)
    writtenAt = nowMs()
    more = 0
  }
}

function isRecord(said: unknown): said is Readonly<Record<string, unknown>> {
  return typeof said === 'object' && said !== null
}
