import * as v from 'valibot'

import { allOrNone, text, url } from '../../platform/variables/account-variables.ts'
import { readKeyPair, textOrFile } from '../../platform/variables/key-pair.ts'

/**
 * The variables of a merchant at Apple, for the whole deployment or for one site. Certificate, key and domain
 * association are texts or paths of files: a value that begins with `/` or `./` is a path.
 */
export const applePayVariables = {
  APPLE_PAY_MERCHANT_ID: v.optional(text),
  APPLE_PAY_CERTIFICATE: v.optional(text),
  APPLE_PAY_KEY: v.optional(text),
  APPLE_PAY_DOMAIN_ASSOCIATION: v.optional(text),
  APPLE_PAY_HOSTS: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(?:,[a-z0-9.-]+)*$/, 'must be host names with commas between')),
  ),
  APPLE_PAY_NETWORKS: v.optional(
    v.pipe(v.string(), v.regex(/^\w+(?:,\w+)*$/, 'must look like visa,masterCard,jcb,amex')),
  ),
  APPLE_PAY_VALIDATION_URL: v.optional(url),
  APPLE_PAY_CA: v.optional(text),
  APPLE_PAY_SCRIPT_URL: v.optional(url),
}

/** Variables that point at a simulator. */
export const APPLE_PAY_SIMULATOR_VARIABLES = [
  'APPLE_PAY_VALIDATION_URL',
  'APPLE_PAY_CA',
  'APPLE_PAY_SCRIPT_URL',
] as const

const KEYS = [
  'APPLE_PAY_MERCHANT_ID',
  'APPLE_PAY_CERTIFICATE',
  'APPLE_PAY_KEY',
  'APPLE_PAY_DOMAIN_ASSOCIATION',
] as const

/** The brands that GMO Payment Gateway takes through Apple Pay, under Apple's names. */
const NETWORKS = 'visa,masterCard,jcb,amex'

/** A merchant at Apple, which requests sessions; `docs/payments/apple-pay.md` says how to get one. */
export interface ApplePayAccount {
  readonly merchantId: string
  /** The merchant identity certificate and its key, PEM. */
  readonly certificate: string
  readonly key: string
  /** The file that Apple reads at `/.well-known/apple-developer-merchantid-domain-association`. */
  readonly domainAssociation: string
  /** Hosts that a browser may name for the session; null: the hosts that Apple documents. */
  readonly hosts: readonly string[] | null
  readonly networks: readonly string[]
  /** The simulator's address, certificate authority and browser script; otherwise null. */
  readonly validationUrl: string | null
  readonly ca: string | null
  readonly scriptUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof applePayVariables, undefined>>

/** Null without a merchant. @throws EnvError when the account is incomplete, or key and certificate do not match. */
export function applePayAccountOf(variables: Variables): ApplePayAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  const account = {
    merchantId: keys.APPLE_PAY_MERCHANT_ID,
    certificate: textOrFile('APPLE_PAY_CERTIFICATE', keys.APPLE_PAY_CERTIFICATE),
    key: textOrFile('APPLE_PAY_KEY', keys.APPLE_PAY_KEY),
    domainAssociation: textOrFile('APPLE_PAY_DOMAIN_ASSOCIATION', keys.APPLE_PAY_DOMAIN_ASSOCIATION),
    hosts: variables.APPLE_PAY_HOSTS?.split(',') ?? null,
    networks: (variables.APPLE_PAY_NETWORKS ?? NETWORKS).split(','),
    validationUrl: variables.APPLE_PAY_VALIDATION_URL ?? null,
    ca: variables.APPLE_PAY_CA === undefined ? null : textOrFile('APPLE_PAY_CA', variables.APPLE_PAY_CA),
    scriptUrl: variables.APPLE_PAY_SCRIPT_URL ?? null,
  }
  readKeyPair(account, { certificate: 'APPLE_PAY_CERTIFICATE', key: 'APPLE_PAY_KEY' })
  return account
}
