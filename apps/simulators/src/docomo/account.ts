export const CLIENT_ID = 'simulated-client'
export const CLIENT_SECRET = 'simulated-secret-that-is-long-enough-for-hs256'
/** Known to both sides of the gateway contract. */
export const GATEWAY_KEY = 'simulated-gateway-key'

/**
 * The store's variables that lead to this simulator: to its d ACCOUNT, and to the gateway contract that stands in for
 * docomo's.
 */
export function variables(origin: string): Record<string, string> {
  return {
    DOCOMO_CLIENT_ID: CLIENT_ID,
    DOCOMO_CLIENT_SECRET: CLIENT_SECRET,
    DOCOMO_ISSUER: `${origin}/docomo`,
    DOCOMO_REQUEST_HOSTS: new URL(origin).host,
    DOCOMO_GATEWAY: 'simulator-contract',
    DOCOMO_GATEWAY_URL: `${origin}/docomo/gateway`,
    DOCOMO_GATEWAY_KEY: GATEWAY_KEY,
  }
}
