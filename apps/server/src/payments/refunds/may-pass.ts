import type { ProviderError } from '../port.ts'

/**
 * Whether a refusal to give money back says nothing of the refund itself: the provider was busy, or did not let us in
 * (a key that was changed, a clock that is off, a signature that is not taken). Such a refund stays open.
 */
export function mayPass({ class: errorClass }: ProviderError): boolean {
  return errorClass === 'provider_busy' || errorClass === 'configuration'
}
