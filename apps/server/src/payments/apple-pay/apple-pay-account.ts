import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

import * as v from 'valibot'

import { EnvError } from '../../env-error.ts'
import { allOrNone, text, url } from '../port/account-variables.ts'

/**
 * The variables of a merchant at Apple, for the whole deployment or for one site. Certificate, key and domain association
 * are texts, or paths of files with them: what begins with `/` or `./` is a path.
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

/** Lead to a simulator. */
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

/** Brands that GMO Payment Gateway takes by Apple Pay, by Apple's names. */
const NETWORKS = 'visa,masterCard,jcb,amex'

/** A merchant at Apple: who asks for sessions (payments §6.2). */
export interface ApplePayAccount {
  readonly merchantId: string
  /** The merchant identity certificate and its key, PEM. */
  readonly certificate: string
  readonly key: string
  /** What Apple reads at `/.well-known/apple-developer-merchantid-domain-association`. */
  readonly domainAssociation: string
  /** Hosts that a browser may name for the session; null: Apple's own, as far as we know them. */
  readonly hosts: readonly string[] | null
  readonly networks: readonly string[]
  /** Address, authority and browser script of the simulator, else null. */
  readonly validationUrl: string | null
  readonly ca: string | null
  readonly scriptUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof applePayVariables, undefined>>

/** Null without a merchant. @throws EnvError when the account is not whole, or key and certificate are no pair. */
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
  checkPair(account)
  return account
}

/** A line break may be written as `\n`, because many a place for variables takes only one line. */
function textOrFile(name: string, value: string): string {
  if (!/^\.?\//.test(value)) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    throw new EnvError(`${name}: there is no file that can be read at ${value}`)
  }
}

/** Never says what it has read. */
function checkPair({ certificate, key }: Pick<ApplePayAccount, 'certificate' | 'key'>): void {
  const read = readOr(
    () => new X509Certificate(certificate),
    'APPLE_PAY_CERTIFICATE: is no certificate in PEM',
  )
  const secret = readOr(() => createPrivateKey(key), 'APPLE_PAY_KEY: is no private key in PEM')
  if (!read.checkPrivateKey(secret))
    throw new EnvError('APPLE_PAY_KEY: does not belong to APPLE_PAY_CERTIFICATE')
}

function readOr<T>(read: () => T, problem: string): T {
  try {
    return read()
  } catch {
    throw new EnvError(problem)
  }
}
