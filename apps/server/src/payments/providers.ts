import type { PaymentMethod } from '@kippu/contract/payment-method'

import type { Env } from '../env.ts'
import { freeProvider } from './free/free-provider.ts'
import type { PaymentProvider } from './port.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

/** The providers that are configured, found by method. A method without keys is absent (S-7.14). */
export interface PaymentProviders {
  find(method: PaymentMethod): PaymentProvider | undefined
  readonly all: readonly PaymentProvider[]
}

/** One adapter for each provider the deployment has keys for. */
export function createPaymentProviders(env: Pick<Env, 'stripe'>): PaymentProviders {
  const all = [freeProvider, ...(env.stripe === null ? [] : [createStripeProvider(env.stripe)])]
  return { all, find: method => all.find(provider => provider.methods.includes(method)) }
}
