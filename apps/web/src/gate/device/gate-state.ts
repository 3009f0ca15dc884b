import { create } from 'zustand'

import type { KeptConflict, KeptDevice, KeptLists } from '../offline/kept.ts'

export interface GateState {
  /**
   * `opening`: it is being read who this device is; `unknown`: nobody yet; `lost`: somebody until the store said otherwise; `no_storage`: the browser
   * keeps nothing, so that nothing could be reported.
   */
  readonly phase: 'opening' | 'unknown' | 'enrolled' | 'lost' | 'no_storage'
  readonly device: KeptDevice | null
  /** Whether the last call was answered. */
  readonly isConnected: boolean
  readonly lists: KeptLists | null
  /** Scans that the store has to be told. */
  readonly waiting: number
  readonly conflicts: readonly KeptConflict[]
  /** The code of an enrolment that the page was opened with, until it is used. */
  readonly token: string | null
}

/** The state of this device that all screens of the gate show. */
export const useGate = create<GateState>(() => ({
  phase: 'opening',
  device: null,
  isConnected: true,
  lists: null,
  waiting: 0,
  conflicts: [],
  token: null,
}))
