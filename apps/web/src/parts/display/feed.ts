import { type Moment, momentNow } from './store-clock.ts'

/** The state of a display: its last answer stays, however old, until there is another one. */
export interface FeedState<T> {
  readonly answer: T | null
  /** The failure of the last call; null when it was answered. */
  readonly failure: Error | null
}

export interface FeedParts<T> {
  /** @throws ApiError where the store refuses or does not answer. */
  readonly ask: (began: Moment) => Promise<T>
  /** When to ask again, in ms. */
  readonly nextIn: (state: FeedState<T>) => number
  /** Called every second and with each answer, with the same state as before where nothing is new. */
  readonly onTick: (state: FeedState<T>) => void
}

/** A display looks at its clock so often, in ms. */
const TICK_MS = 1_000
/** A tick that comes so much too late or too early, in ms, means that the device slept or that its clock was set. */
const TORN_MS = 5_000

/**
 * Asks the store again and again, for as long as the page is open: one call at a time, at once when the connection or the device is
 * back. It keeps the last answer and nothing else. @returns how to stop it.
 */
export function startFeed<T>({ ask, nextIn, onTick }: FeedParts<T>): () => void {
  let state: FeedState<T> = { answer: null, failure: null }
  let last = momentNow()
  let due = last.steady
  /** A call that was begun before the device slept is no longer waited for. */
  let call = 0
  let isAsking = false
  let isStopped = false

  const settle = (own: number, next: FeedState<T>): void => {
    if (isStopped || own !== call) return
    isAsking = false
    state = next
    due = performance.now() + nextIn(state)
    onTick(state)
  }
  const begin = async (): Promise<void> => {
    call += 1
    isAsking = true
    const own = call
    try {
      const answer = await ask(momentNow())
      settle(own, { answer, failure: null })
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      settle(own, { answer: state.answer, failure })
    }
  }
  const tick = (): void => {
    const here = momentNow()
    const isTorn = [here.wall - last.wall, here.steady - last.steady].some(
      passed => passed < -TORN_MS || passed > TICK_MS + TORN_MS,
    )
    last = here
    onTick(state)
    if (isTorn || (!isAsking && here.steady >= due)) void begin()
  }
  const askNow = (): void => {
    due = 0
    tick()
  }
  const timer = setInterval(tick, TICK_MS)
  window.addEventListener('online', askNow)
  document.addEventListener('visibilitychange', tick)
  tick()
  return () => {
    isStopped = true
    clearInterval(timer)
    window.removeEventListener('online', askNow)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** A time around this one, in ms, so that the displays of a house do not all ask at once. */
export function around(ms: number): number {
  return ms * (0.9 + Math.random() * 0.2)
}
