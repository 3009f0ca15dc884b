import type { Fields } from './form.ts'
import type { GmoStore } from './gmo-store.ts'
import type { Settings } from './settings.ts'

/** What a call may look at. */
export type Call = {
  store: GmoStore
  settings: Settings
  fields: Fields
  now: Date
  /** The simulators' own origin. */
  origin: string
  /** The amount in yen to take or tell where this one was asked for (fault `wrong_amount`). */
  amountOf: (asked: number) => number
}
