import type { ApplePayAccount } from './apple-pay-account.ts'
import { createSessionRequest, type SessionAnswer, type Shop } from './request-session.ts'
import { isValidationUrl } from './validation-url.ts'

/** A merchant at Apple, as a site needs it: to open Apple's sheet. The money is taken by GMO (`gmo_apple_pay`). */
export interface ApplePay {
  readonly merchantId: string
  readonly networks: readonly string[]
  /** Stands in for the browser's own `ApplePaySession`; none but in simulation. */
  readonly scripts: readonly string[]
  readonly domainAssociation: string
  /** Whether the browser named an address of Apple (S-7.12). */
  isValidationUrl(address: string): boolean
  requestSession(shop: Shop): Promise<SessionAnswer>
}

export function createApplePay(account: ApplePayAccount): ApplePay {
  const { merchantId, networks, domainAssociation, scriptUrl } = account
  return {
    merchantId,
    networks,
    domainAssociation,
    scripts: scriptUrl === null ? [] : [scriptUrl],
    isValidationUrl: address => isValidationUrl(address, account),
    requestSession: createSessionRequest(account),
  }
}
