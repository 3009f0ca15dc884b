import { isPaidBy } from '@kippu/domain/payment-method'
import { browserMethodsOf, type Site } from '@kippu/sites/site'

import type { PaymentAccounts } from '../../payments/accounts/accounts.ts'
import { offeredMethod } from '../../payments/apple-pay/offered-method.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import type { PayingDeps } from '../command.ts'

/** An address that must be registered by hand, in the provider's console or contract. */
interface RegisteredAddress {
  readonly provider: 'stripe' | 'gmo' | 'softbank' | 'adyen' | 'alipay' | 'docomo' | 'apple'
  readonly what: string
  readonly url: string
}

/** The addresses of one site, at each provider with which it has an account. */
function registeredAddresses(origin: string, accounts: PaymentAccounts): RegisteredAddress[] {
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

type AddressParts = Pick<PayingDeps, 'env' | 'sites' | 'payments'>

/** The addresses of every served site, at the providers of its methods. */
export const readAddresses = staffVerb({
  name: 'webhooks',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: (deps: AddressParts) =>
    Promise.resolve(
      deps.sites.all.flatMap(site =>
        addressesOf(deps, site).map(address => ({ site: site.key, ...address })),
      ),
    ),
})

function addressesOf({ env, sites, payments }: AddressParts, site: Site) {
  const offered = browserMethodsOf(site).flatMap(method => {
    const found = offeredMethod(payments, site, method)
    return found === undefined ? [] : [found.provider, ...(isPaidBy(method, ['apple_pay']) ? ['apple'] : [])]
  })
  const { shared, ofSite } = env.payments
  const all = registeredAddresses(sites.originOf(site.key), ofSite.get(site.key) ?? shared)
  return all.filter(({ provider }) => offered.includes(provider))
}
