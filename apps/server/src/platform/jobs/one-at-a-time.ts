/** Lets one piece of work after another be done, as it comes. */
export function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/**
 * Does work one piece after another, so that a caller who asks for much of it keeps the processor from nobody else for
 * long.
 * @param mostWaiting pieces that may wait; a further one is not done, and gives undefined.
 */
export function createOneAtATime(mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T | undefined> {
  const inTurn = createLine()
  let waiting = 0
  return async work => {
    if (waiting > mostWaiting) return undefined
    waiting += 1
    try {
      return await inTurn(work)
    } finally {
      waiting -= 1
    }
  }
}
