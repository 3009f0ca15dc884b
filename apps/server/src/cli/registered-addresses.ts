import type { PaymentAccounts } from '../payments/accounts.ts'

/** What a provider must be told by hand, in its own console or contract. */
export interface RegisteredAddress {
  readonly provider: 'stripe' | 'gmo' | 'softbank' | 'adyen' | 'alipay' | 'docomo' | 'apple'
  readonly what: string
  readonly url: string
}

/** The addresses of one site, at each provider of which it has an account. */
export function registeredAddresses(origin: string, accounts: PaymentAccounts): RegisteredAddress[] {
  const { stripe, gmo, softbank, adyen, alipay, docomo, applePay } = accounts
  const notices = (provider: string): string => `${origin}/payment-webhooks/${provider}`
  return [
    ...(stripe === null ? [] : [{ provider: 'stripe', what: 'webhook', url: notices('stripe') } as const]),
    ...(gmo === null
      ? []
      : [
          {
            provider: 'gmo',
            what: 'result notification, UTF-8 (the last part is a secret)',
            url: `${notices('gmo')}/${gmo.notificationKey}`,
          } as const,
        ]),
    ...(softbank === null
      ? []
      : [{ provider: 'softbank', what: 'result notice', url: notices('softbank') } as const]),
    ...(adyen === null
      ? []
      : [{ provider: 'adyen', what: 'standard webhook', url: notices('adyen') } as const]),
    ...(alipay === null ? [] : [{ provider: 'alipay', what: 'notify URL', url: notices('alipay') } as const]),
    ...(docomo === null
      ? []
      : [
          {
            provider: 'docomo',
            what: 'redirect_uri of d ACCOUNT',
            url: `${origin}/payment-return/docomo`,
          } as const,
        ]),
    ...(applePay === null
      ? []
      : [
          {
            provider: 'apple',
            what: 'domain of the merchant',
            url: `${origin}/.well-known/apple-developer-merchantid-domain-association`,
          } as const,
        ]),
  ]
}
