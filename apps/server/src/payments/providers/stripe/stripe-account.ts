import * as v from 'valibot'

import { allOrNone, text, url } from '../../../platform/variables/account-variables.ts'

/** The variables of a Stripe account, for the whole deployment or for one site. */
export const stripeVariables = {
  STRIPE_SECRET_KEY: v.optional(text),
  STRIPE_PUBLISHABLE_KEY: v.optional(text),
  STRIPE_WEBHOOK_SECRET: v.optional(text),
  STRIPE_API_URL: v.optional(url),
  STRIPE_JS_URL: v.optional(url),
}

/** Variables that point at a simulator. */
export const STRIPE_SIMULATOR_VARIABLES = ['STRIPE_API_URL', 'STRIPE_JS_URL'] as const

const KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const

/** A Stripe account; `apiUrl` and `jsUrl` point at the simulator, else null. */
export interface StripeAccount {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiUrl: string | null
  readonly jsUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof stripeVariables, undefined>>

/** Null without keys: the methods of Stripe are then absent. @throws EnvError when only some keys are set. */
export function stripeAccountOf(variables: Variables): StripeAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  return {
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
    apiUrl: variables.STRIPE_API_URL ?? null,
    jsUrl: variables.STRIPE_JS_URL ?? null,
  }
}
