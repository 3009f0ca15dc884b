/** The simulated shop. It has the id of a test shop, so that nobody takes it for a real one. */
export const SHOP_ID = 'tshop00000001'
export const SHOP_PASS = 'simulated1'
/** Last part of the address that receives notices. They are unsigned: this secret is the only proof of their sender. */
export const NOTIFICATION_KEY = 'simulated-notices'

/** True for the id of a test shop. The ids of shops with a contract are digits alone. */
export function isTestShop(shopId: string): boolean {
  return /^tshop\d{8}$/.test(shopId)
}

/** The store's variables that lead to this simulator instead of GMO Payment Gateway. */
export function variables(origin: string): Record<string, string> {
  return {
    GMO_SHOP_ID: SHOP_ID,
    GMO_SHOP_PASS: SHOP_PASS,
    GMO_NOTIFICATION_KEY: NOTIFICATION_KEY,
    GMO_BRAND_TOKEN_PAY_TYPE: '27',
    GMO_API_URL: `${origin}/gmo`,
    GMO_TOKEN_SCRIPT_URL: `${origin}/gmo/js/mp-token.js`,
  }
}
