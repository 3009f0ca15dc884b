import type { PaymentAccounts } from '../payments/accounts/accounts.ts'

/** An address that must be registered by hand, in the provider's console or contract. */
export interface RegisteredAddress {
  readonly provider: 'stripe' | 'gmo' | 'softbank' | 'adyen' | 'alipay' | 'docomo' | 'apple'
  readonly what: string
  readonly url: string
}

/** The addresses of one site, at each provider of which it has an account. */
export function registeredAddresses(origin: string, accounts: PaymentAccounts): RegisteredAddress[] {
  const { stripe, gmo, softbank, adyen, alipay, docomo, applePay } = accounts
  const notices = `${origin}/payment-webhooks`
  const all: ReadonlyArray<readonly [account: object | null, RegisteredAddress]> = [
    [stripe, { provider: 'stripe', what: 'webhook', url: `${notices}/stripe` }],
    [
      gmo,
      {
        provider: 'gmo',
        what: 'result notification (its last part is a secret)',
        url: `${notices}/gmo/${gmo?.notificationKey}`,
      },
    ],
    [softbank, { provider: 'softbank', what: 'result notice', url: `${notices}/softbank` }],
    [adyen, { provider: 'adyen', what: 'standard webhook', url: `${notices}/adyen` }],
    [adyen, { provider: 'adyen', what: 'allowed origin of the client key', url: origin }],
    [alipay, { provider: 'alipay', what: 'notify URL', url: `${notices}/alipay` }],
    [docomo, { provider: 'docomo', what: 'redirect address', url: `${origin}/payment-return/docomo` }],
    [applePay, { provider: 'apple', what: 'domain of the merchant', url: new URL(origin).hostname }],
  ]
  return all.flatMap(([account, address]) => (account === null ? [] : [address]))
}
