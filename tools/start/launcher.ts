import { onStopSignals } from '../../apps/server/src/start/stop-signals.ts'

/** A part of a stack that a launcher stops. */
export interface LaunchedPart {
  stop(): Promise<void>
  /** Ends it at once; a part without this is stopped in order all the same, as the database is. */
  kill?(): void
}

/** The controls of a launcher while it starts a stack. */
export interface Launcher {
  /** Whether it has been asked to stop, or a part has failed. */
  readonly isStopping: () => boolean
  /** Registers a part to be stopped; parts are stopped in the reverse order, so the database stops last. */
  stopLater(part: LaunchedPart): void
  /** Prints the reason, stops every part, and ends the process with code 1. */
  fail(why: string): Promise<never>
  /** Called between two steps of a start: never returns once the launcher is stopping. */
  goOn(): Promise<void>
}

/** Starts a stack, and stops all of it at a signal, at once at a second one, or with one line when a part fails. */
export async function launch(start: (launcher: Launcher) => Promise<void>): Promise<void> {
  const parts: LaunchedPart[] = []
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
  onStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], {
    stop: () => void stopAll(0),
    endAtOnce: () => {
      for (const part of parts) part.kill?.()
    },
  })
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
