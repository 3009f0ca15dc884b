import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text, url } from '../../../platform/variables/account-variables.ts'

/** Adyen's own names of its environments; a live one names the region too, as adyen-web takes it. */
const ENVIRONMENTS = ['test', 'live', 'live-us', 'live-au', 'live-apse', 'live-in', 'live-nea'] as const

/** The variables of an Adyen account, for the whole deployment or for one site. */
export const adyenVariables = {
  ADYEN_API_KEY: v.optional(text),
  ADYEN_MERCHANT_ACCOUNT: v.optional(text),
  ADYEN_CLIENT_KEY: v.optional(text),
  ADYEN_HMAC_KEY: v.optional(
    v.pipe(text, v.regex(/^(?:[0-9a-f]{2}){16,}$/i, 'must be the hexadecimal key of the webhook')),
  ),
  ADYEN_ENVIRONMENT: v.optional(v.picklist(ENVIRONMENTS, `must be one of ${ENVIRONMENTS.join(', ')}`)),
  ADYEN_LIVE_URL_PREFIX: v.optional(
    v.pipe(text, v.regex(/^[\w-]+$/, 'must look like 1797a841fbb37ca7-Company')),
  ),
  ADYEN_API_URL: v.optional(url),
  ADYEN_SCRIPT_URL: v.optional(url),
}

/** Variables that point at a simulator. */
export const ADYEN_SIMULATOR_VARIABLES = ['ADYEN_API_URL', 'ADYEN_SCRIPT_URL'] as const

const KEYS = [
  'ADYEN_API_KEY',
  'ADYEN_MERCHANT_ACCOUNT',
  'ADYEN_CLIENT_KEY',
  'ADYEN_HMAC_KEY',
  'ADYEN_ENVIRONMENT',
] as const

/** An Adyen account; `apiUrl` and `scriptUrl` point at the simulator, else null. */
export interface AdyenAccount {
  readonly apiKey: string
  readonly merchantAccount: string
  readonly clientKey: string
  /** Hexadecimal; signs webhooks. */
  readonly hmacKey: string
  /** `test`, `live` or `live-<region>`. */
  readonly environment: string
  /** First part of the live host; null in the test environment. */
  readonly liveUrlPrefix: string | null
  readonly apiUrl: string | null
  readonly scriptUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof adyenVariables, undefined>>

/** Null without keys: Adyen's methods are then absent. @throws EnvError when only some keys are set. */
export function adyenAccountOf(variables: Variables): AdyenAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  const environment = keys.ADYEN_ENVIRONMENT
  const liveUrlPrefix = variables.ADYEN_LIVE_URL_PREFIX ?? null
  if (environment !== 'test' && liveUrlPrefix === null)
    throw new EnvError(`ADYEN_LIVE_URL_PREFIX: is not set, but ADYEN_ENVIRONMENT is ${environment}`)
  return {
    apiKey: keys.ADYEN_API_KEY,
    merchantAccount: keys.ADYEN_MERCHANT_ACCOUNT,
    clientKey: keys.ADYEN_CLIENT_KEY,
    hmacKey: keys.ADYEN_HMAC_KEY,
    environment,
    liveUrlPrefix: environment === 'test' ? null : liveUrlPrefix,
    apiUrl: variables.ADYEN_API_URL ?? null,
    scriptUrl: variables.ADYEN_SCRIPT_URL ?? null,
  }
}
