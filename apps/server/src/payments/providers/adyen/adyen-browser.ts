import { isPaidBy, type PaymentMethod } from '@kippu/domain/payment-method'

import type { BrowserSide } from '../../port/port.ts'
import type { AdyenAccount } from './adyen-account.ts'

/** A fixed version, because a page that takes cards must not change by itself. */
const ADYEN_WEB_VERSION = '6.45.2'

/**
 * The scripts, hosts and settings with which the browser pays through Adyen: public values only. Card data is typed
 * into frames from Adyen's host. A visitor with a wallet leaves the page or scans a code, and needs no script.
 */
export function adyenBrowserSide(account: AdyenAccount, method: PaymentMethod): BrowserSide {
  const { clientKey, environment, scriptUrl } = account
  const needsScript = isPaidBy(method, ['adyen_card'])
  const script = scriptUrl ?? `${sdkOrigin(environment)}/checkoutshopper/sdk/${ADYEN_WEB_VERSION}/adyen.js`
  const hosts = scriptUrl === null ? hostsOf(environment) : [new URL(scriptUrl).origin]
  return {
    scripts: needsScript ? [script] : [],
    styles: needsScript ? [script.replace(/\.js$/, '.css')] : [],
    config: { client_key: clientKey, environment },
    isTest: environment === 'test',
    hosts: needsScript ? hosts : [],
    formHosts: [],
  }
}

function sdkOrigin(environment: string): string {
  return `https://checkoutshopper-${environment}.cdn.adyen.com`
}

/** Card frames and calls, scripts and pictures, and adyen-web's measurements. */
function hostsOf(environment: string): readonly string[] {
  return [
    `https://checkoutshopper-${environment}.adyen.com`,
    sdkOrigin(environment),
    `https://checkoutanalytics-${environment}.adyen.com`,
  ]
}
