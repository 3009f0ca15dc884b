import type { Logger } from 'pino'

export interface Every {
  readonly intervalMs: number
  /** One pass. Several servers may be at it at once. */
  readonly work: () => Promise<unknown>
  /** What the log says when a pass fails; the next one comes all the same. */
  readonly failed: string
}

/** Repeats work until stopped, one pass at a time: an interval that finds the last pass unfinished is left out. */
export function runEvery(log: Logger, { intervalMs, work, failed }: Every): { stop(): Promise<void> } {
  let pass = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    pass = work()
      .then(
        () => undefined,
        (error: unknown) => log.error({ err: error }, failed),
      )
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await pass
    },
  }
}
