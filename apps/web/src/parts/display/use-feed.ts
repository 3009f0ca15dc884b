import { useEffect, useEffectEvent, useState } from 'react'

import { type FeedParts, type FeedState, startFeed } from './feed.ts'

/** A display turns at such moments, in ms: pages, the minute of its clock, and midnight among them. */
export const TURN_MS = 10_000

export interface Shown<T> {
  readonly state: FeedState<T>
  /** The store's time, in ms since 1970: of the last turn, or of the last news. */
  readonly now: number
}

interface Feed<T> extends Omit<FeedParts<T>, 'onTick'> {
  readonly now: () => number
  /** Another thing that may change by the clock alone. */
  readonly phaseAt?: (state: FeedState<T>, now: number) => string
}

/** The state of a feed for as long as `isOn`. The component is rendered when something may have changed, and not every second. */
export function useFeed<T>({ now, phaseAt = () => '', ...parts }: Feed<T>, isOn = true): Shown<T> {
  const [shown, setShown] = useState<Shown<T>>(() => ({ state: { answer: null, failure: null }, now: now() }))
  const phaseOf = ({ state, now: at }: Shown<T>): string =>
    `${Math.floor(at / TURN_MS)} ${phaseAt(state, at)}`
  const onTick = useEffectEvent((state: FeedState<T>) => {
    const next = { state, now: now() }
    setShown(before => (before.state === state && phaseOf(before) === phaseOf(next) ? before : next))
  })
  const ask = useEffectEvent(parts.ask)
  const nextIn = useEffectEvent(parts.nextIn)
  useEffect(() => {
    if (!isOn) return
    return startFeed<T>({
      ask: began => ask(began),
      nextIn: state => nextIn(state),
      onTick: state => onTick(state),
    })
  }, [isOn])
  return shown
}
