/**
 * Does work one piece after another, so that a caller who asks for much of it keeps the processor from nobody else for
 * long.
 * @param mostWaiting pieces that may wait; a further one is not done, and gives undefined.
 */
export function createOneAtATime(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async work => {
    if (waiting > mostWaiting) return undefined
    waiting += 1
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting -= 1
    }
  }
}
