import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'

/** The store's account at GMO Payment Gateway. */

const text = v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')))
const url = v.optional(v.pipe(v.string(), v.url('must be a URL')))

export const gmoVariables = {
  GMO_SHOP_ID: text,
  GMO_SHOP_PASS: text,
  GMO_ENVIRONMENT: v.optional(v.picklist(['test', 'production'], 'must be test or production')),
  GMO_NOTIFICATION_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,}$/, 'must have 16 characters or more of A-Z a-z 0-9 - _')),
  ),
  GMO_TOKEN_PUBLIC_KEY: text,
  GMO_TDS2_TYPE: text,
  GMO_TDS_REQUIRED: text,
  GMO_BRAND_TOKEN_PAY_TYPE: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'must be a number'))),
  GMO_TENANT_NAME: text,
  GMO_API_URL: url,
  GMO_TOKEN_SCRIPT_URL: url,
} as const

/** Variables that point at a simulator; production refuses them. */
export const GMO_SIMULATOR_VARIABLES = ['GMO_API_URL', 'GMO_TOKEN_SCRIPT_URL'] as const

type Variables = v.InferOutput<v.ObjectSchema<typeof gmoVariables, undefined>>

export interface GmoAccount {
  readonly shopId: string
  readonly shopPass: string
  readonly environment: 'test' | 'production'
  /** Last part of the webhook address. GMO signs nothing: knowing this key identifies it. */
  readonly notificationKey: string
  /** Encrypts card data in the browser, when the contract asks for it. */
  readonly tokenPublicKey: string | null
  /** How 3-D Secure treats a card that does not support it; the value of GMO's specification, passed on unchanged. */
  readonly tds2Type: string | null
  readonly tdRequired: string | null
  /** The number of Apple Pay in a query. Without it no payment could be queried, so none is taken. */
  readonly brandTokenPayType: string | null
  /** The seller's name on the pages of bank and wallet; the name of the site when null. */
  readonly tenantName: string | null
  /** Null unless a simulator is used. */
  readonly apiUrl: string | null
  readonly tokenScriptUrl: string | null
}

const REQUIRED = ['GMO_SHOP_ID', 'GMO_SHOP_PASS', 'GMO_NOTIFICATION_KEY'] as const

/** Null when no variable is set. @throws EnvError naming the first missing variable when others are set. */
export function gmoAccountOf(variables: Variables): GmoAccount | null {
  const { GMO_SHOP_ID: shopId, GMO_SHOP_PASS: shopPass, GMO_NOTIFICATION_KEY: notificationKey } = variables
  if (shopId === undefined || shopPass === undefined || notificationKey === undefined) {
    const missing = REQUIRED.find(name => variables[name] === undefined)
    const isAnySet = Object.entries(variables).some(
      ([name, value]) => name in gmoVariables && value !== undefined,
    )
    if (isAnySet) throw new EnvError(`${missing}: is not set, but other GMO variables are`)
    return null
  }
  return {
    shopId,
    shopPass,
    notificationKey,
    environment: variables.GMO_ENVIRONMENT ?? 'test',
    tokenPublicKey: variables.GMO_TOKEN_PUBLIC_KEY ?? null,
    tds2Type: variables.GMO_TDS2_TYPE ?? null,
    tdRequired: variables.GMO_TDS_REQUIRED ?? null,
    brandTokenPayType: variables.GMO_BRAND_TOKEN_PAY_TYPE ?? null,
    tenantName: variables.GMO_TENANT_NAME ?? null,
    apiUrl: variables.GMO_API_URL ?? null,
    tokenScriptUrl: variables.GMO_TOKEN_SCRIPT_URL ?? null,
  }
}
