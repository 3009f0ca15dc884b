import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/**
 * Whether this part of the page answers already: not in the markup of the server, and not before the code of the part has
 * arrived. A press before that would be lost without a word.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
