import type { PaymentAccounts } from './accounts.ts'

/**
 * The variable that configures an account with which no money moves: in production it would sell real tickets for test
 * cards. Undefined when every account moves money.
 */
export function testAccountOf({ stripe, gmo, softbank, adyen, alipay }: PaymentAccounts): string | undefined {
  if (stripe !== null && !stripe.secretKey.includes('_live_')) return 'STRIPE_SECRET_KEY'
  if (gmo?.environment === 'test') return 'GMO_ENVIRONMENT'
  if (softbank?.environment === 'test') return 'SOFTBANK_ENVIRONMENT'
  if (adyen?.environment === 'test') return 'ADYEN_ENVIRONMENT'
  return alipay?.clientId.startsWith('SANDBOX_') === true ? 'ALIPAY_CLIENT_ID' : undefined
}
