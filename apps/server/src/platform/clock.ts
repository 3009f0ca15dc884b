/** The time of this machine. Decides what "today" is; deadlines are decided by the database's own clock. */
export interface Clock {
  /** The wall clock, in ms since 1970. It may be set back. */
  now(): number
  /** In ms since the process began. It never goes back, so it says how much time has passed: what ages is measured by it. */
  monotonicMs(): number
}

export const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() }
