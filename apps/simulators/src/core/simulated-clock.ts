/** The providers' clock: real time, and the seconds a test adds to it so that deadlines pass without waiting. */
export interface SimulatedClock {
  now(): Date
  /**
   * The times that a caller's clock may show, in ms since 1970: this one, this one as it was set before, since a
   * request may be on its way while the clock is set, and real time, since not every caller's is set ahead.
   */
  readings(): readonly number[]
  /** Sets the clock this many seconds ahead of real time. */
  setAhead(seconds: number): void
}

export function simulatedClock(): SimulatedClock {
  let aheadMs = 0
  let aheadBeforeMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    readings: () => [aheadMs, aheadBeforeMs, 0].map(ahead => Date.now() + ahead),
    setAhead(seconds) {
      aheadBeforeMs = aheadMs
      aheadMs = seconds * 1000
    },
  }
}
