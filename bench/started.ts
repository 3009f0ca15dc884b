/** Registers resources that must be stopped when the benchmark ends. */
export type StopLater = (part: { stop(): Promise<void> }) => void

/**
 * Runs a benchmark and stops everything it started, last first: at its end, when it fails, and at Ctrl-C. Sets the exit
 * code.
 */
export async function runAndStop(work: (stopLater: StopLater) => Promise<void>): Promise<void> {
  const started: Array<{ stop(): Promise<void> }> = []
  let stopping: Promise<void> | undefined
  const stopAll = (): Promise<void> =>
    (stopping ??= (async () => {
      for (const part of started.toReversed()) await part.stop()
    })())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(1)))
  }
  try {
    await work(part => started.push(part))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
}
