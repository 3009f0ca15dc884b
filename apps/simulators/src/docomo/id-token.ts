import { generateKeyPairSync } from 'node:crypto'

import { exportJWK, SignJWT } from 'jose'
import type { JWK } from 'jose'

import { CLIENT_ID, CLIENT_SECRET } from './account.ts'

/** What a test may have d ACCOUNT get wrong with the next token. */
export const FLAWS = ['iss', 'aud', 'exp', 'nonce', 'signature', 'none'] as const
export type Flaw = (typeof FLAWS)[number]

export type TokenRequest = { issuer: string; nonce: string; alg: 'RS256' | 'HS256'; flaw: Flaw; now: Date }

const KEY_ID = 'simulated-1'

let made: { right: Pair; wrong: Pair } | undefined
type Pair = ReturnType<typeof makePair>

const makePair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Made at the first use, and never written anywhere. */
function keys(): { right: Pair; wrong: Pair } {
  made ??= { right: makePair(), wrong: makePair() }
  return made
}

/** The public key, as `jwks_uri` shows it. */
export async function publicKeys(): Promise<{ keys: JWK[] }> {
  return { keys: [{ ...(await exportJWK(keys().right.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }
}

/** An ID token; `sub` is another one for each login, as nobody is meant to remember it. */
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

function rightKey(alg: TokenRequest['alg']) {
  return alg === 'RS256' ? keys().right.privateKey : Buffer.from(CLIENT_SECRET)
}

function wrongKey(alg: TokenRequest['alg']) {
  return alg === 'RS256' ? keys().wrong.privateKey : Buffer.from('a secret of somebody else, just as long')
}
