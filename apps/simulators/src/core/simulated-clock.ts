/** The providers' clock: real time, and the seconds a test adds to it so that deadlines pass without waiting. */
export interface SimulatedClock {
  now(): Date
  /** Sets the clock this many seconds ahead of real time. */
  setAhead(seconds: number): void
}

export function simulatedClock(): SimulatedClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    setAhead(seconds) {
      aheadMs = seconds * 1000
    },
  }
}
