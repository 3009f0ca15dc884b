import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => undefined

/**
 * Whether this part of the page reacts to input yet: not in the markup of the server, and not before the code of the
 * part has arrived. A press before that would be lost silently.
 */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
