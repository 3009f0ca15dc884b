import type { BrowserSide } from '../../port/port.ts'
import type { StripeAccount } from './stripe-account.ts'

/** The only address from which Stripe's script may be loaded. */
const SCRIPT_URL = 'https://js.stripe.com/v3/'
/** Stripe's calls, card fields and 3-D Secure frames. */
const HOSTS = [
  'https://api.stripe.com',
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
]

/** The scripts, hosts and settings with which any of Stripe's methods takes card data: public values only. */
export function stripeBrowserSide({ publishableKey, jsUrl }: StripeAccount): BrowserSide {
  return {
    scripts: [jsUrl ?? SCRIPT_URL],
    styles: [],
    config: { publishable_key: publishableKey },
    isTest: !publishableKey.startsWith('pk_live_'),
    hosts: jsUrl === null ? HOSTS : [new URL(jsUrl).origin],
    formHosts: [],
  }
}
