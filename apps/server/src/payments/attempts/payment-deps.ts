import type { Deps } from '../../platform/deps.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'

/** The parts of the server that the payment verbs need. */
export interface PaymentDeps extends Pick<Deps, 'db' | 'clock' | 'tokens' | 'jobs' | 'sites' | 'log'> {
  readonly payments: PaymentProviders
}
