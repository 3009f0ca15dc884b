/** The wall clock, in ms since 1970. Decides what "today" is; deadlines are decided by the database's own clock. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
