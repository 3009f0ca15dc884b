import { type Clock, systemClock } from '../src/platform/clock.ts'

/** The system's clock, as many ms ahead as `aheadMs` says at the time of asking. It may take the place of the system's. */
export function clockAhead(aheadMs: () => number): Clock {
  const system = { ...systemClock }
  return { now: () => system.now() + aheadMs(), monotonicMs: () => system.monotonicMs() + aheadMs() }
}
