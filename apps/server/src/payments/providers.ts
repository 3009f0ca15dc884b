import type { PaymentMethod } from '@kippu/contract/payment-method'

import type { PaymentProvider } from './port.ts'

/** The providers that are configured, found by method. A method without keys is absent (S-7.14). */
export interface PaymentProviders {
  find(method: PaymentMethod): PaymentProvider | undefined
  readonly all: readonly PaymentProvider[]
}
