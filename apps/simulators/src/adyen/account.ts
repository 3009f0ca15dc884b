export const API_KEY = 'AQE_simulated'
export const MERCHANT_ACCOUNT = 'KippuSimulatedECOM'
const CLIENT_KEY = 'test_SIMULATED'
/** Signs webhooks. */
export const HMAC_KEY = '0123456789ABCDEF'.repeat(4)

/** The store's variables that lead to this simulator instead of Adyen. */
export function variables(origin: string): Record<string, string> {
  return {
    ADYEN_API_KEY: API_KEY,
    ADYEN_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT,
    ADYEN_CLIENT_KEY: CLIENT_KEY,
    ADYEN_HMAC_KEY: HMAC_KEY,
    ADYEN_ENVIRONMENT: 'test',
    ADYEN_API_URL: `${origin}/adyen`,
    ADYEN_SCRIPT_URL: `${origin}/adyen/sdk/adyen.js`,
  }
}
