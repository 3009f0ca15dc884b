import type { PaymentMethod } from '@kippu/contract/payment-method'

import type { BrowserSide } from '../../port/port.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import { softbankAddresses } from './softbank-addresses.ts'

/** The scripts, hosts and settings with which the browser pays by a method: public values only. */
export function softbankBrowserSide(account: SoftbankAccount, method: PaymentMethod): BrowserSide {
  const { tokenScript, tds2Script } = softbankAddresses(account)
  const common = {
    styles: [],
    formHosts: [],
    isTest: account.environment === 'test' || account.apiUrl !== null,
  }
  if (method === 'softbank_paypay' || method === 'softbank_alipay')
    return { ...common, scripts: [], config: {}, hosts: [] }
  const scripts = method === 'softbank_3ds' ? [tokenScript, tds2Script] : [tokenScript]
  return {
    ...common,
    scripts,
    config: { merchant_id: account.merchantId, service_id: account.serviceId },
    hosts: [...new Set(scripts.map(script => new URL(script).origin))],
  }
}
