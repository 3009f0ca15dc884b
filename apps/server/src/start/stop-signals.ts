import { constants } from 'node:os'

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP'

export interface AtSignals {
  readonly stop: () => void
  /** At the second signal. @param code with which the process ends as if by that signal. */
  readonly endAtOnce: (code: number) => void
}

/** A terminal and a supervisor signal a process and its parent, which passes the same signal on. In ms. */
const SAME_SIGNAL_MS = 1_000

/**
 * Stops in order at the first signal and at once at the second. From its call on the process does not end by itself at a
 * signal; the first process of a container never would.
 */
export function onStopSignals(signals: readonly StopSignal[], { stop, endAtOnce }: AtSignals): void {
  let firstMs: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now()
      if (firstMs === undefined) {
        firstMs = now
        stop()
      } else if (now - firstMs > SAME_SIGNAL_MS) endAtOnce(128 + constants.signals[signal])
    })
  }
}
