import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { validateApplePaySession } from '@kippu/contract/payments'
import type { Site } from '@kippu/sites/site'

import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { shopOf } from './shop-of-site.ts'

export interface SessionQuestion {
  readonly site: Site
  /** As Apple gave it to the browser. */
  readonly validationUrl: string
}

/** Opens a merchant session for Apple's sheet. An address that is not Apple's is refused before anything is sent. */
export async function validateSession(
  { payments, sites, log }: Pick<PaymentDeps, 'payments' | 'sites' | 'log'>,
  { site, validationUrl }: SessionQuestion,
): Promise<Answer<typeof validateApplePaySession> | Refusal<RefusalOf<typeof validateApplePaySession>>> {
  const { applePay } = payments.of(site.key)
  if (applePay === undefined) return refuse('payment_api_failure', { canRetry: false })
  if (!applePay.isValidationUrl(validationUrl)) {
    log.warn({ site: site.key }, 'an Apple Pay session was asked for at an address that is not Apple’s')
    return refuse('invalid_request', { fields: [{ field: 'validation_url', rule: 'address' }] })
  }
  const answer = await applePay.requestSession(shopOf(sites, site))
  if (answer.kind === 'session') return answer.session
  log.error({ site: site.key, reason: answer.reason }, 'no Apple Pay session')
  return refuse('payment_api_failure', { canRetry: true })
}
