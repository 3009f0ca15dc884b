import { usePaidHere } from '../../paying/data/paid-here.ts'

/** Whether the visitor comes back from the payment of a change of time: by the address, else by what this tab saved. */
export function useIsTimeChange(): boolean {
  return usePaidHere() === 'time_change'
}
