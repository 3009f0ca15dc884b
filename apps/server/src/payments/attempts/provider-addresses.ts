import type { Attempt } from './attempt.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { referenceOf } from './payment-name.ts'

type Deps = Pick<PaymentDeps, 'sites' | 'tokens'>
type Addressed = Pick<Attempt, 'siteKey' | 'provider'>
type Named = Addressed & Pick<Attempt, 'id' | 'paymentNumberHash'>

/**
 * Where the provider sends the browser back to. It names the payment by its reference, which gives nobody a token; the
 * last part proves that we gave the address away. Providers that tell ends apart by their address add `/success`, `/cancel` or `/failure`.
 */
export function returnUrlOf({ sites, tokens }: Deps, attempt: Named): string {
  const { id, paymentNumberHash, siteKey, provider } = attempt
  const parts = [provider, referenceOf(paymentNumberHash), tokens.deriveReturn(id, paymentNumberHash)]
  return `${sites.originOf(siteKey)}/payment-return/${parts.join('/')}`
}

/** Where the provider sends webhook events of an attempt, if the request can name an address. */
export function notifyUrlOf({ sites }: Pick<Deps, 'sites'>, { siteKey, provider }: Addressed): string {
  return `${sites.originOf(siteKey)}/payment-webhooks/${provider}`
}
