import type { Attempt } from './attempt.ts'
import type { PaymentDeps } from './payment-deps.ts'

type Deps = Pick<PaymentDeps, 'sites' | 'tokens'>
type Addressed = Pick<Attempt, 'siteKey' | 'provider'>
type Numbered = Addressed & Pick<Attempt, 'id' | 'paymentNumberHash'>

/**
 * Where the provider sends the browser back to: only the browser that made the attempt can know the last part. Providers
 * that tell ends apart by their address add `/success`, `/cancel` or `/failure`.
 */
export function returnUrlOf(
  { sites, tokens }: Deps,
  { id, paymentNumberHash, siteKey, provider }: Numbered,
): string {
  const paymentNumber = tokens.deriveStored('payment', id, paymentNumberHash)
  const parts = [provider, paymentNumber, tokens.deriveReturn(id, paymentNumberHash)]
  return `${sites.originOf(siteKey)}/payment-return/${parts.join('/')}`
}

/** Where the provider sends webhook events of an attempt, if the request can name an address. */
export function notifyUrlOf({ sites }: Pick<Deps, 'sites'>, { siteKey, provider }: Addressed): string {
  return `${sites.originOf(siteKey)}/payment-webhooks/${provider}`
}
