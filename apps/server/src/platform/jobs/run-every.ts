import type { Logger } from 'pino'

export interface RecurringWork {
  readonly intervalMs: number
  /** Whether the first pass begins now, and not after an interval. */
  readonly atOnce?: boolean
  /** One pass. Several servers may run it at the same time. */
  readonly work: () => Promise<unknown>
  /** The log message when a pass fails; the next pass follows as usual. */
  readonly failed: string
  /** Called when a pass has ended, however it ended. */
  readonly onTurn?: () => void
}

/** Repeats work until stopped, one pass at a time: an interval is skipped while the previous pass is unfinished. */
export function runEvery(
  log: Logger,
  { intervalMs, atOnce = false, work, failed, onTurn }: RecurringWork,
): { stop(): Promise<void> } {
  let pass = Promise.resolve()
  let isRunning = false
  const turn = (): void => {
    if (isRunning) return
    isRunning = true
    pass = work()
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, failed),
      )
      .finally(() => {
        isRunning = false
        onTurn?.()
      })
  }
  if (atOnce) turn()
  const timer = setInterval(turn, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await pass
    },
  }
}
