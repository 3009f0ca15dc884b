/** The simulated contract: a merchant with one service. */
export const MERCHANT_ID = '30199'
export const SERVICE_ID = '001'
/** The key that authenticates messages in both directions, and the password of the API. */
export const HASH_KEY = 'simulatedsoftbankhashkey'

/** The store's variables that lead to this simulator instead of SB Payment Service. */
export function variables(origin: string): Record<string, string> {
  return {
    SOFTBANK_MERCHANT_ID: MERCHANT_ID,
    SOFTBANK_SERVICE_ID: SERVICE_ID,
    SOFTBANK_HASH_KEY: HASH_KEY,
    SOFTBANK_ENVIRONMENT: 'test',
    SOFTBANK_API_URL: `${origin}/softbank/api/xmlapi.do`,
    SOFTBANK_LINK_URL: `${origin}/softbank/f01/FepBuyInfoReceive.do`,
    SOFTBANK_TOKEN_SCRIPT_URL: `${origin}/softbank/sbpstoken/com_sbps_system_token.js`,
    SOFTBANK_TDS2_SCRIPT_URL: `${origin}/softbank/sbpstoken/com_sbps_system_tds2infotoken.js`,
  }
}

/** The header of the API's Basic authentication: merchant and service, and the hash key. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${MERCHANT_ID}${SERVICE_ID}:${HASH_KEY}`).toString('base64')}`
