/** A code has left the picture when nothing was read of it for so long, in ms: a reader misses some pictures. */
const GONE_AFTER = 2_000

/** Tells a code that comes into the picture from one that is still there. Times are in ms. */
export interface RepeatFilter {
  readonly isNew: (text: string, at: number) => boolean
  /** The code was seen while nobody listened: it is not a new one afterwards. One that was not there before stays new. */
  readonly see: (text: string, at: number) => void
}

export function createRepeatFilter(): RepeatFilter {
  const seenAt = new Map<string, number>()
  const isThere = (text: string, at: number): boolean => {
    const last = seenAt.get(text)
    return last !== undefined && at - last < GONE_AFTER
  }
  return {
    isNew: (text, at) => {
      const isNew = !isThere(text, at)
      seenAt.set(text, at)
      return isNew
    },
    see: (text, at) => {
      if (isThere(text, at)) seenAt.set(text, at)
    },
  }
}
