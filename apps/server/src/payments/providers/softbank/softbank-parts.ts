import type { AdapterParts } from '../../port/port.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import type { SpsClient } from './sps-client.ts'

/** The parts that each method of SB Payment Service works with. */
export interface SoftbankParts extends Pick<AdapterParts, 'clock'> {
  readonly account: SoftbankAccount
  readonly sps: SpsClient
}
