import { variables as adyen } from './adyen/account.ts'
import { variables as alipay } from './alipay/account.ts'
import { variables as applePay } from './apple-pay/account.ts'
import { variables as appleWallet } from './apple-wallet/account.ts'
import type { SimulatorsPlace } from './core/simulators-place.ts'
import { variables as docomo } from './docomo/account.ts'
import { variables as fingerprint } from './fingerprint/account.ts'
import { variables as gmo } from './gmo/account.ts'
import { variables as googleWallet } from './google-wallet/account.ts'
import { variables as softbank } from './softbank/account.ts'
import { variables as stripe } from './stripe/account.ts'
import { variables as tagManager } from './tag-manager/account.ts'

/**
 * The store's environment variables that lead to the simulated providers, by provider. Keys that must not be in the
 * repository are made in the data folder at the first call.
 */
export async function simulatedAccounts(
  place: SimulatorsPlace,
): Promise<Record<string, Record<string, string>>> {
  const { tlsPort, pushPort } = place
  return {
    stripe: stripe(place.origin),
    gmo: gmo(place.origin),
    adyen: adyen(place.origin),
    alipay: alipay(place),
    docomo: docomo(place.origin),
    softbank: softbank(place.origin),
    'device-fingerprint': fingerprint(place.origin),
    'tag-manager': tagManager(place.origin),
    'google-wallet': await googleWallet(place),
    ...(tlsPort !== undefined && { 'apple-pay': await applePay({ ...place, tlsPort }) }),
    ...(pushPort !== undefined && { 'apple-wallet': await appleWallet({ ...place, pushPort }) }),
  }
}
