import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import { exportJWK, type JWK, SignJWT } from 'jose'

import { CLIENT_ID, CLIENT_SECRET } from './account.ts'

/** The flaws that a test may give to the next token. */
export const FLAWS = ['iss', 'aud', 'exp', 'nonce', 'signature', 'none'] as const
export type Flaw = (typeof FLAWS)[number]

export interface TokenRequest {
  readonly issuer: string
  readonly nonce: string
  readonly alg: 'RS256' | 'HS256'
  readonly flaw: Flaw
  readonly now: Date
}

const KEY_ID = 'simulated-1'

interface Pair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

interface Keys {
  readonly right: Pair
  readonly wrong: Pair
}

let made: Keys | undefined

/** The keys are made at the first use and never written anywhere. */
function keys(): Keys {
  made ??= { right: makePair(), wrong: makePair() }
  return made
}

function makePair(): Pair {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** The public key as `jwks_uri` serves it. */
export async function publicKeys(): Promise<{ readonly keys: readonly JWK[] }> {
  return { keys: [{ ...(await exportJWK(keys().right.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
}

/** Makes an ID token. Each login gets another `sub`, because the store must not remember it. */
export function makeIdToken({ issuer, nonce, alg, flaw, now }: TokenRequest): Promise<string> {
  const time = Math.floor(now.getTime() / 1000)
  const key = flaw === 'signature' ? wrongKey(alg) : rightKey(alg)
  return new SignJWT({ nonce: flaw === 'nonce' ? 'another' : nonce })
    .setProtectedHeader({ alg, ...(alg === 'RS256' && { kid: KEY_ID }) })
    .setIssuer(flaw === 'iss' ? 'https://somebody.example/' : issuer)
    .setAudience(flaw === 'aud' ? 'another-client' : CLIENT_ID)
    .setSubject(crypto.randomUUID())
    .setIssuedAt(time)
    .setExpirationTime(flaw === 'exp' ? time - 3600 : time + 600)
    .sign(key)
}

function rightKey(alg: TokenRequest['alg']): KeyObject | Buffer {
  return alg === 'RS256' ? keys().right.privateKey : Buffer.from(CLIENT_SECRET)
}

function wrongKey(alg: TokenRequest['alg']): KeyObject | Buffer {
  return alg === 'RS256' ? keys().wrong.privateKey : Buffer.from('a secret of somebody else, just as long')
}
