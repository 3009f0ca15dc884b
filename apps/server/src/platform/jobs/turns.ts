/** Watches loops that must come round all the time: one that does not is dead, and a dead worker looks like a quiet one. */
export interface Turns {
  /** Watches a loop from now on. @returns what the loop calls at each turn. */
  watch(loop: string): () => void
  /** Watches a loop that says by itself how many ms ago its last turn was. */
  watchBy(loop: string, agoMs: () => number): void
  /** Watches none of them any more: they are being stopped. */
  forget(): void
  /** Each loop, with the ms since its last turn. */
  ages(): readonly LoopAge[]
}

export interface LoopAge {
  readonly loop: string
  readonly ms: number
}

/** @param now ms on a clock that is never set. */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const loops = new Map<string, () => number>()
  return {
    watch(loop) {
      let last = now()
      loops.set(loop, () => now() - last)
      return () => {
        last = now()
      }
    },
    watchBy: (loop, agoMs) => void loops.set(loop, agoMs),
    forget: () => loops.clear(),
    ages: () => Array.from(loops, ([loop, agoMs]) => ({ loop, ms: agoMs() })),
  }
}
