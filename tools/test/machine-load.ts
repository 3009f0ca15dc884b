import os from 'node:os'

import { busyMs, stolenMs, usedOfEndedChildrenMs } from './cpu-time.ts'

/** The load of the whole machine over some time, so that a slow run says why. */
export interface MachineLoad {
  /** Cores that programs used on average, ours and others'; undefined where the system does not tell. */
  readonly coresUsed: number | undefined
  /** Cores that the host gave to other machines while we wanted them. */
  readonly coresStolen: number | undefined
  /** Programs that wanted a core over the last minute. */
  readonly loadAverage: number
}

const IS_LINUX = process.platform === 'linux'

/** Begins to look at the machine. The function that it returns tells the load since then. */
export function watchMachine(): () => MachineLoad {
  const [startedMs, busyBefore, stolenBefore] = [performance.now(), busyMs(), stolenMs()]
  return () => {
    const passedMs = Math.max(1, performance.now() - startedMs)
    const coresOf = (ms: number): number | undefined => (IS_LINUX ? ms / passedMs : undefined)
    return {
      coresUsed: coresOf(busyMs() - busyBefore),
      coresStolen: coresOf(stolenMs() - stolenBefore),
      loadAverage: os.loadavg()[0] ?? 0,
    }
  }
}

/**
 * Seconds of processor time of each child that ends, with all that it started and waited for: the system adds them to this process
 * when the child ends, so the function has to be called at each end of a child, once.
 */
export function createChildAccount(): () => number | undefined {
  let accounted = 0
  return () => {
    if (!IS_LINUX) return undefined
    const ofChildren = usedOfEndedChildrenMs(process.pid)
    const seconds = (ofChildren - accounted) / 1000
    accounted = ofChildren
    return seconds
  }
}
