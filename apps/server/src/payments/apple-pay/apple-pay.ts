import type { ApplePayAccount } from './apple-pay-account.ts'
import type { ApplePay } from '../port/apple-pay.ts'
import { createSessionRequest } from './request-session.ts'
import { isValidationUrl } from './validation-url.ts'

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
