/** The secret that signs notices. */
export const WEBHOOK_SECRET = 'whsec_simulated'

/** The store's variables that lead to this simulator instead of Stripe. */
export function variables(origin: string): Record<string, string> {
  return {
    STRIPE_API_URL: origin,
    STRIPE_JS_URL: `${origin}/stripe/v3/`,
    STRIPE_SECRET_KEY: 'sk_simulated',
    STRIPE_PUBLISHABLE_KEY: 'pk_simulated',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  }
}
