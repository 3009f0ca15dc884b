import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/**
 * Tokens are capabilities: whoever knows one may act (S-15.01). Each is derived from a random 128-bit id with the
 * deployment's secret, so that a mail can be sent again and an answer repeated although only the SHA-256 of a token is
 * stored. 144 bits, URL-safe, prefixed by kind; kinds are never interchangeable.
 */
const PREFIXES = {
  order: 'ord',
  mail: 'eml',
  reservation: 'rsv',
  payment: 'pay',
  ticket: 'tkt',
  /** Ends the magazines of an address. */
  magazine: 'mag',
  /** Proves that a return from a provider belongs to an attempt. */
  return: 'ret',
} as const

export type TokenKind = keyof typeof PREFIXES

const TOKEN_BYTES = 18

export interface Tokens {
  /** The token of a row; `id` names the row and, where tokens are renewed, the generation: `${id}.${generation}`. */
  derive(kind: TokenKind, id: string): string
}

export function createTokens(secretKey: string): Tokens {
  return {
    derive: (kind, id) => {
      const mac = createHmac('sha256', secretKey).update(`${kind}:${id}`).digest()
      return `${PREFIXES[kind]}_${mac.subarray(0, TOKEN_BYTES).toString('base64url')}`
    },
  }
}

/** Whether a string has the form of a token of this kind: checked before the database is queried. */
export function isTokenOf(kind: TokenKind, value: string): boolean {
  return (
    value.startsWith(`${PREFIXES[kind]}_`) &&
    value.length === PREFIXES[kind].length + 1 + TOKEN_BYTES * (4 / 3)
  )
}

/** The stored and searched form: SHA-256 of the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Compares two tokens in constant time. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b))
}
