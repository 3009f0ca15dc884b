import type { FormFields } from '../core/windows-31j.ts'
import type { GmoStore } from './gmo-store.ts'
import type { Settings } from './settings.ts'

/** The input of a call. */
export interface Call {
  readonly store: GmoStore
  readonly settings: Settings
  readonly fields: FormFields
  readonly now: Date
  /** The simulators' own origin. */
  readonly origin: string
  /** Gives the amount in yen to charge or to report for a requested one (`ProviderCall.run`). */
  readonly amountOf: (asked: number) => number
}
