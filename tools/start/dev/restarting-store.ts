import { performance } from 'node:perf_hooks'
import { type Program, startProgram } from '../program.ts'
import { untilReady } from '../stack-parts.ts'

/** The store as a program that restarts when its sources change. */
export interface RestartingStore {
  /** Resolves when the newest start answers; rejects with the reason when it failed, or the store has ended since. */
  ready(): Promise<void>
  /**
   * Ends the store and starts it from the sources as they are now.
   * @returns the ms until it was ready, or undefined when a later restart has taken its place.
   * @throws when it ends before it is ready.
   */
  restart(): Promise<number | undefined>
  stop(): Promise<void>
  kill(): void
}

export interface RestartingStoreOptions {
  /** Path of its source under the root. */
  readonly file: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The address that answers once it is ready. */
  readonly address: string
  /** Called with a line on how a store that was ready has ended unasked. */
  readonly onEnd: (how: string) => void
}

/** Starts the store at once. Only one runs at a time, so that its port and a debugger's are free for the next. */
export function startRestartingStore(options: RestartingStoreOptions): RestartingStore {
  let running: Program | undefined
  let turn = 0
  let newest = startOne()
  newest.catch(() => undefined)

  async function startOne(): Promise<void> {
    const { file, environment, address, onEnd } = options
    const program = startProgram({ name: 'The store', file, environment })
    running = program
    let end: string | undefined
    const ended = program.ended.then(how => {
      end = how
    })
    await untilReady(address, program.name, () => end !== undefined)
    if (end !== undefined) throw new Error(end)
    void ended.then(() => {
      if (running !== program || end === undefined) return
      newest = Promise.reject(new Error(end))
      newest.catch(() => undefined)
      onEnd(end)
    })
  }

  async function stopRunning(): Promise<void> {
    const program = running
    running = undefined
    await program?.stop()
  }

  async function startInTurn(mine: number, before: readonly Promise<void>[]): Promise<void> {
    await Promise.allSettled(before)
    if (mine === turn) await startOne()
  }

  return {
    ready: async () => {
      let awaited: Promise<void> | undefined
      while (awaited !== newest) {
        awaited = newest
        await awaited.catch(() => undefined)
      }
      await newest
    },
    restart: async () => {
      const began = performance.now()
      turn += 1
      const mine = turn
      newest = startInTurn(mine, [stopRunning(), newest])
      try {
        await newest
      } catch (error) {
        if (mine === turn) throw error
      }
      return mine === turn ? performance.now() - began : undefined
    },
    stop: async () => {
      turn += 1
      await stopRunning()
    },
    kill: () => running?.kill(),
  }
}
