import type { OperationOutcome, PaymentProvider } from '../src/payments/port/port.ts'
import type { PaymentProviders } from '../src/payments/port/payment-providers.ts'

/** The answers to the next calls of an operation, in place of the provider, until they are removed. */
export interface Script {
  refund?: OperationOutcome | Promise<OperationOutcome>
  capture?: OperationOutcome | Promise<OperationOutcome>
  /** The provider whose answers these are; every provider's when omitted. */
  provider?: string
}

/** The real providers except for what a script says: answers that no simulator gives. */
export function scriptedPayments(payments: PaymentProviders, script: Script): PaymentProviders {
  return replacedPayments(payments, provider => {
    const scriptOf = (): Script => ((script.provider ?? provider.id) === provider.id ? script : {})
    return {
      ...provider,
      refund: async (...given) => scriptOf().refund ?? provider.refund(...given),
      capture: async (...given) => scriptOf().capture ?? provider.capture(...given),
    }
  })
}

/** The real providers, each replaced once by another. */
export function replacedPayments(
  payments: PaymentProviders,
  replace: (provider: PaymentProvider) => PaymentProvider,
): PaymentProviders {
  const known = new Map<PaymentProvider, PaymentProvider>()
  const replaced = (provider: PaymentProvider): PaymentProvider => {
    const found = known.get(provider) ?? replace(provider)
    known.set(provider, found)
    return found
  }
  const ifThere = (provider: PaymentProvider | undefined) => provider && replaced(provider)
  return {
    all: payments.all.map(replaced),
    of: siteKey => {
      const site = payments.of(siteKey)
      return {
        ...site,
        all: site.all.map(replaced),
        find: method => ifThere(site.find(method)),
        byId: id => ifThere(site.byId(id)),
      }
    },
  }
}
