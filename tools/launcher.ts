/** The controls of a launcher while it starts a stack. */
export interface Launcher {
  /** Whether it has been asked to stop, or a part has failed. */
  readonly isStopping: () => boolean
  /** Registers a part to be stopped; parts are stopped in the reverse order, so the database stops last. */
  stopLater(part: { stop(): Promise<void> }): void
  /** Prints the reason, stops every part, and ends the process with code 1. */
  fail(why: string): Promise<never>
  /** Called between two steps of a start: never returns once the launcher is stopping. */
  goOn(): Promise<void>
}

/** Starts a stack, and stops all of it at a signal, or with one line when a part fails. */
export async function launch(start: (launcher: Launcher) => Promise<void>): Promise<void> {
  const parts: { stop(): Promise<void> }[] = []
  let stopping: Promise<never> | undefined
  const stopAll = (code: number): Promise<never> =>
    (stopping ??= (async () => {
      for (const part of parts.toReversed()) await part.stop()
      process.exit(code)
    })())
  const fail = (why: string): Promise<never> => {
    if (stopping === undefined) console.error(`${why.replace(/\.$/, '')}.`)
    return stopAll(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0))
  try {
    await start({
      isStopping: () => stopping !== undefined,
      stopLater: part => void parts.push(part),
      fail,
      goOn: async () => stopping,
    })
  } catch (error) {
    await fail(error instanceof Error ? error.message : String(error))
  }
}
