import * as v from 'valibot'

import { TDS2_RESULTS } from './records.ts'

/** The settings of the simulated account that a real contract would fix. */
export interface Settings {
  /** How the browser returns from 3-D Secure: once at the end, or once for each of two phases. */
  readonly three_ds_shape: 'simple' | 'two_phase'
  /** The result of the next authentication, which uses it up. Null leaves the result to the card. */
  tds2_result: (typeof TDS2_RESULTS)[number] | null
  /** On: VOID is taken on the same day, RETURN in the same month, RETURNX later. Off: each is taken at any time. */
  readonly strict_borders: boolean
  /** Whether the contract knows the JobCd CANCEL. */
  readonly cancel_job: boolean
  /** The only JobCd that wallets may use; null allows any. */
  readonly wallet_job_cd: 'AUTH' | 'CAPTURE' | null
}

export const DEFAULT_SETTINGS: Settings = {
  three_ds_shape: 'two_phase',
  tds2_result: null,
  strict_borders: true,
  cancel_job: false,
  wallet_job_cd: null,
}

/** The settings that the control call `POST /_sim/gmo` may change. */
export const settingsSchema = v.partial(
  v.strictObject({
    three_ds_shape: v.picklist(['simple', 'two_phase']),
    tds2_result: v.nullable(v.picklist(TDS2_RESULTS)),
    strict_borders: v.boolean(),
    cancel_job: v.boolean(),
    wallet_job_cd: v.nullable(v.picklist(['AUTH', 'CAPTURE'])),
  }),
)
