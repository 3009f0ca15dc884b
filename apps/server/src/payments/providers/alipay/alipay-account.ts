import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text, url } from '../../../platform/variables/account-variables.ts'

const REGION_HOSTS = [
  'https://open-sea-global.alipay.com',
  'https://open-na-global.alipay.com',
  'https://open-de-global.alipay.com',
] as const

/** The variables of an account at Antom (AMS), for the whole deployment or for one site. Keys are PEM, or its base64. */
export const alipayVariables = {
  ALIPAY_CLIENT_ID: v.optional(text),
  ALIPAY_PRIVATE_KEY: v.optional(text),
  ALIPAY_PUBLIC_KEY: v.optional(text),
  ALIPAY_GATEWAY: v.optional(
    v.pipe(
      v.string(),
      v.transform(value => value.replace(/\/+$/, '')),
      v.picklist(REGION_HOSTS, `must be one of ${REGION_HOSTS.join(', ')}`),
    ),
  ),
  ALIPAY_API_URL: v.optional(url),
}

/** Variables that point at a simulator. */
export const ALIPAY_SIMULATOR_VARIABLES = ['ALIPAY_API_URL'] as const

const KEYS = ['ALIPAY_CLIENT_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'] as const

/** The store's account at Antom, and the keys that verify its answers. */
export interface AlipayAccount {
  readonly clientId: string
  /** Signs what we send: base64 of PKCS #8. */
  readonly privateKey: string
  /** Antom's key, which verifies what it sends: base64 of SPKI. */
  readonly publicKey: string
  /** Origin of the region that the contract names. */
  readonly gateway: string
  /** Points at the simulator, else null. */
  readonly apiUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof alipayVariables, undefined>>

/**
 * Null without keys: Alipay is then absent. @throws EnvError when only some are set, or one is not an RSA key, or a
 * short one.
 */
export function alipayAccountOf(variables: Variables): AlipayAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  return {
    clientId: keys.ALIPAY_CLIENT_ID,
    privateKey: read('ALIPAY_PRIVATE_KEY', () => encoded(privateKeyOf(keys.ALIPAY_PRIVATE_KEY), 'pkcs8')),
    publicKey: read('ALIPAY_PUBLIC_KEY', () => encoded(publicKeyOf(keys.ALIPAY_PUBLIC_KEY), 'spki')),
    gateway: variables.ALIPAY_GATEWAY ?? REGION_HOSTS[0],
    apiUrl: variables.ALIPAY_API_URL ?? null,
  }
}

/** @param key PEM, or base64 of PKCS #8. @throws for anything else. */
export function privateKeyOf(key: string): KeyObject {
  if (key.includes('-----BEGIN')) return createPrivateKey(key)
  return createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
}

/** @param key PEM, or base64 of SPKI. @throws for anything else. */
export function publicKeyOf(key: string): KeyObject {
  if (key.includes('-----BEGIN')) return createPublicKey(key)
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
}

/** Antom makes keys of 2048 bits; a shorter one is no longer safe. */
const LEAST_BITS = 2048

/** One form for both spellings, so that equal accounts are equal. */
function encoded(key: KeyObject, type: 'pkcs8' | 'spki'): string {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS) throw new Error('not a safe RSA key')
  return key.export({ format: 'der', type }).toString('base64')
}

function read<T>(name: (typeof KEYS)[number], parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new EnvError(`${name}: must be an RSA key of ${LEAST_BITS} bits or more, as PEM or its base64`)
  }
}
