import { createPrivateKey } from 'node:crypto'

import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text } from '../../../platform/variables/account-variables.ts'
import { textOrFile } from '../../../platform/variables/key-pair.ts'

/**
 * The variables of an issuer at Google Wallet, for the whole deployment or for one site. The service account is the JSON file that Google
 * gives, or its path. `docs/wallet.md` says how to get it.
 */
export const googleWalletVariables = {
  GOOGLE_WALLET_ISSUER_ID: v.optional(
    v.pipe(v.string(), v.regex(/^\d{5,25}$/, 'must be the digits of an issuer')),
  ),
  GOOGLE_WALLET_SERVICE_ACCOUNT: v.optional(text),
  GOOGLE_WALLET_API_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
  GOOGLE_WALLET_SAVE_URL: v.optional(v.pipe(v.string(), v.url('must be a URL'))),
}

/** Variables that point at a simulator. */
export const GOOGLE_WALLET_SIMULATOR_VARIABLES = ['GOOGLE_WALLET_API_URL', 'GOOGLE_WALLET_SAVE_URL'] as const

const API_URL = 'https://walletobjects.googleapis.com'
const SAVE_URL = 'https://pay.google.com'

/** The account that signs links to the wallet, and changes what is in it. */
export interface GoogleWalletAccount {
  readonly issuerId: string
  /** The address of the service account. */
  readonly email: string
  /** PEM. */
  readonly key: string
  /** Where a token for the interface is asked for. */
  readonly tokenUrl: string
  readonly apiUrl: string
  readonly saveUrl: string
}

type Variables = v.InferOutput<v.ObjectSchema<typeof googleWalletVariables, undefined>>

const serviceAccount = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ client_email: text, private_key: text, token_uri: v.pipe(v.string(), v.url()) }),
)

/** Null without an issuer. @throws EnvError when the account is incomplete, or its file is none of Google's. */
export function googleWalletAccountOf(variables: Variables): GoogleWalletAccount | null {
  const keys = allOrNone(variables, ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_SERVICE_ACCOUNT'])
  if (keys === null) return null
  const given = keys.GOOGLE_WALLET_SERVICE_ACCOUNT
  // The text has line breaks of its own, written as JSON writes them.
  const json = given.startsWith('{') ? given : textOrFile('GOOGLE_WALLET_SERVICE_ACCOUNT', given)
  const read = v.safeParse(serviceAccount, json)
  if (!read.success)
    throw new EnvError('GOOGLE_WALLET_SERVICE_ACCOUNT: is not a JSON file of a service account of Google')
  const { client_email: email, private_key: key, token_uri: tokenUrl } = read.output
  if (!isRsaKey(key)) throw new EnvError('GOOGLE_WALLET_SERVICE_ACCOUNT: has no RSA key')
  return {
    issuerId: keys.GOOGLE_WALLET_ISSUER_ID,
    email,
    key,
    tokenUrl,
    apiUrl: variables.GOOGLE_WALLET_API_URL ?? API_URL,
    saveUrl: variables.GOOGLE_WALLET_SAVE_URL ?? SAVE_URL,
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
