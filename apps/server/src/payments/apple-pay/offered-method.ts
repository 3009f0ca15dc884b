import {
  isPaidBy,
  METHOD_KINDS,
  type PaymentMethod,
  type PaymentProviderId,
} from '@kippu/domain/payment-method'
import type { Site } from '@kippu/sites/site'

import { displayNameOf } from './shop-of-site.ts'
import type { BrowserSide } from '../port/port.ts'
import type { PaymentProviders } from '../port/payment-providers.ts'

/** A payment method that a site offers, and what the visitor's browser needs for it. */
export interface OfferedMethod {
  readonly provider: PaymentProviderId
  /** The least that the provider takes, in yen. */
  readonly leastAmount: number
  readonly browser: BrowserSide
}

/** Undefined when the method has no account. */
export function offeredMethod(
  payments: PaymentProviders,
  site: Pick<Site, 'key' | 'name'>,
  method: PaymentMethod,
): OfferedMethod | undefined {
  const ofSite = payments.of(site.key)
  const provider = ofSite.find(method)
  if (provider === undefined) return undefined
  const browser = provider.browserSide(method)
  const { leastAmount } = provider
  const { provider: id } = METHOD_KINDS[method]
  if (!isPaidBy(method, ['apple_pay'])) return { provider: id, leastAmount, browser }
  const { applePay } = ofSite
  if (applePay === undefined) return undefined
  const { scripts, merchantId, networks } = applePay
  return {
    provider: id,
    leastAmount,
    browser: {
      ...browser,
      scripts: [...browser.scripts, ...scripts],
      config: {
        ...browser.config,
        merchant_id: merchantId,
        display_name: displayNameOf(site),
        country_code: 'JP',
        supported_networks: networks.join(','),
      },
      hosts: [...browser.hosts, ...scripts.map(script => new URL(script).origin)],
    },
  }
}
