import { isPaidBy, type PaymentMethod } from '@kippu/domain/payment-method'

import type { BrowserSide } from '../../port/port.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { softbankAddresses } from './softbank-addresses.ts'
import { productOf } from './softbank-parts.ts'

/** The scripts, hosts and settings with which the browser pays by a method: public values only. */
export function softbankBrowserSide(account: SoftbankAccount, method: PaymentMethod): BrowserSide {
  const { tokenScript, tds2Script } = softbankAddresses(account)
  const common = {
    styles: [],
    formHosts: [],
    isTest: account.environment === 'test' || account.apiUrl !== null,
  }
  if (productOf(method) !== 'card') return { ...common, scripts: [], config: {}, hosts: [] }
  const scripts = isPaidBy(method, ['softbank_3ds_card']) ? [tokenScript, tds2Script] : [tokenScript]
  return {
    ...common,
    scripts,
    config: { merchant_id: account.merchantId, service_id: account.serviceId },
    hosts: [...new Set(scripts.map(script => new URL(script).origin))],
  }
}
