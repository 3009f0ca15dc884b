/** The providers' time: real time, and what a test puts on top of it so that deadlines pass without waiting. */
export interface SimulatedClock {
  now(): Date
  /** From now on the providers live this many seconds ahead of real time. */
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
