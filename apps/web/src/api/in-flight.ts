import { create } from 'zustand'

/** Requests under way: GET counts as fetching, every other method as requesting. */
interface InFlight {
  readonly fetching: number
  readonly requesting: number
}

export const useInFlight = create<InFlight>(() => ({ fetching: 0, requesting: 0 }))

/**
 * Counts a request as under way.
 *
 * @returns a function that ends the count, whatever the outcome; calling it twice counts once.
 */
export function countRequest(method: string): () => void {
  const key = method === 'GET' ? 'fetching' : 'requesting'
  let isOpen = true
  add(key, 1)
  return () => {
    if (isOpen) add(key, -1)
    isOpen = false
  }
}

function add(key: keyof InFlight, difference: number): void {
  useInFlight.setState(state => ({ ...state, [key]: state[key] + difference }))
}
