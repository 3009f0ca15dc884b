import type { PaymentMethod } from '@kippu/domain/payment-method'

import type { BrowserSide } from '../../port/port.ts'
import type { GmoAccount } from './gmo-account.ts'
import { apiUrlOf } from './gmo-client.ts'
import { productOf } from './gmo-context.ts'

const SCRIPTS = {
  test: 'https://stg.static.mul-pay.jp/payment/js/mp-token.js',
  production: 'https://static.mul-pay.jp/payment/js/mp-token.js',
} as const

/**
 * The scripts, hosts and settings of the browser, by method: public values only. GMO's script sends card data to GMO.
 */
export function gmoBrowserSide(account: GmoAccount, method: PaymentMethod): BrowserSide {
  const isTest = account.environment === 'test'
  const nothing = { scripts: [], styles: [], config: {}, isTest, hosts: [], formHosts: [] }
  switch (productOf(method)) {
    case 'card': {
      const script = account.tokenScriptUrl ?? SCRIPTS[account.environment]
      return {
        ...nothing,
        scripts: [script],
        config: {
          shop_id: account.shopId,
          ...(account.tokenPublicKey !== null && { public_key: account.tokenPublicKey }),
        },
        hosts: [...new Set([new URL(script).origin, new URL(apiUrlOf(account)).origin])],
      }
    }
    case 'paypay':
    case 'docomo':
    // The sheet belongs to the browser; the merchant at Apple is added where the providers are put together.
    case 'brand_token':
      return nothing
  }
}
