import { apiUrlOf } from '../providers/gmo/gmo-client.ts'
import { softbankAddresses } from '../providers/softbank/softbank-addresses.ts'
import type { PaymentAccounts, PaymentsEnv } from './accounts.ts'

/** An address at which a provider answers the store. */
export interface ProviderHost {
  readonly provider: string
  readonly url: string
}

/** Where the accounts of this environment are asked, each address once. */
export function providerHosts({ shared, ofSite, former }: PaymentsEnv): readonly ProviderHost[] {
  const accounts = [shared, ...ofSite.values(), ...(former === null ? [] : [former])]
  const all = accounts.flatMap(hostsOf)
  return all.filter(({ url }, index) => all.findIndex(other => other.url === url) === index)
}

function hostsOf({ stripe, gmo, softbank, adyen, alipay, docomo }: PaymentAccounts): ProviderHost[] {
  return [
    ...(stripe === null ? [] : [{ provider: 'stripe', url: stripe.apiUrl ?? 'https://api.stripe.com' }]),
    ...(gmo === null ? [] : [{ provider: 'gmo', url: apiUrlOf(gmo) }]),
    ...(softbank === null ? [] : [{ provider: 'softbank', url: softbankAddresses(softbank).api }]),
    ...(adyen === null
      ? []
      : [
          {
            provider: 'adyen',
            url:
              adyen.apiUrl ??
              (adyen.liveUrlPrefix === null
                ? 'https://checkout-test.adyen.com'
                : `https://${adyen.liveUrlPrefix}-checkout-live.adyenpayments.com`),
          },
        ]),
    ...(alipay === null ? [] : [{ provider: 'alipay', url: alipay.apiUrl ?? alipay.gateway }]),
    ...(docomo === null ? [] : [{ provider: 'docomo', url: docomo.gateway.url }]),
  ]
}
