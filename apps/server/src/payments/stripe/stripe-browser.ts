import type { StripeEnv } from '../../env.ts'
import type { BrowserSide } from '../port.ts'

/** The only address that Stripe's script may be loaded from. */
const SCRIPT_URL = 'https://js.stripe.com/v3/'
/** Its calls, its card fields and its 3-D Secure frames. */
const HOSTS = [
  'https://api.stripe.com',
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://hooks.stripe.com',
]

/** What the browser needs to take card data for Stripe: public values only. */
export function stripeBrowserSide({ publishableKey, jsUrl }: StripeEnv): BrowserSide {
  return {
    scriptUrl: jsUrl ?? SCRIPT_URL,
    publicKey: publishableKey,
    isTest: !publishableKey.startsWith('pk_live_'),
    hosts: jsUrl === null ? HOSTS : [new URL(jsUrl).origin],
  }
}
