import type { ProviderError } from '../port/port.ts'

/**
 * Whether a refusal says nothing of what was asked: the provider was busy, or did not let us in (a key that was changed, a
 * clock that is off, a signature that is not taken). What was asked stays open.
 */
export function isKeptOut({ class: errorClass }: ProviderError): boolean {
  return errorClass === 'provider_busy' || errorClass === 'configuration'
}
