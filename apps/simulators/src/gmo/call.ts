import type { FormFields } from '../core/windows-31j.ts'
import type { GmoStore } from './gmo-store.ts'
import type { Settings } from './settings.ts'

/** What a call may look at. */
export interface Call {
  readonly store: GmoStore
  readonly settings: Settings
  readonly fields: FormFields
  readonly now: Date
  /** The simulators' own origin. */
  readonly origin: string
  /** The amount in yen to take or tell where this one was asked for (fault `wrong_amount`). */
  readonly amountOf: (asked: number) => number
}
