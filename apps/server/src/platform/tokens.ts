import { SHARED_PART_PREFIX } from '@kippu/domain/sharing'
import { MAIL_CODE_DIGITS } from '@kippu/domain/form/mail-code'
import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Tokens are capabilities: a browser that knows one may act. Each is derived from a random 128-bit id with the
 * deployment's secret, so that a mail can be sent again and an answer repeated although only the SHA-256 of a token is
 * stored. 144 bits, URL-safe, prefixed by kind; kinds are never interchangeable.
 */
const PREFIXES = {
  order: 'ord',
  /** Moves a reservation to another time. */
  time_change: 'tch',
  mail: 'eml',
  reservation: 'rsv',
  /** The link with which tickets are handed on. */
  share: 'shr',
  /** The part of a reservation that was accepted: it stands where the token of a reservation does. */
  shared: SHARED_PART_PREFIX,
  payment: 'pay',
  ticket: 'tkt',
  /** Ends the magazines of an address. */
  magazine: 'mag',
  /** Proves that a return from a provider belongs to an attempt. */
  return: 'ret',
  /** Opens the PDF of a receipt as the original, for the answer that issued it. */
  receipt: 'rcp',
  /** An entrance: its poster shows it to everybody who checks in there. */
  gate: 'gat',
  /** Makes a device of the staff one of a gate, once and within minutes. */
  enrolment: 'enr',
  /** Lets somebody of the staff make their first passkey, once and within a day. */
  invitation: 'inv',
  /** With which such a device makes its calls. */
  device: 'dev',
  /** With which a reseller makes its calls. */
  reseller: 'res',
  /** In the QR code that opens the sale at the door; nothing of it is stored. */
  spot_qr: 'spq',
  /** The link that shows a store before it opens; nothing of it is stored. */
  preview: 'prv',
  /** In a pass of a wallet: with it a phone asks for the pass once more. */
  wallet: 'wlt',
} as const

export type TokenKind = keyof typeof PREFIXES

/** The length of a token behind its prefix. */
export const TOKEN_BYTES = 18
const SEED_BYTES = 32

/** SHA-256 of a token as a row has it: its bytes, or hexadecimal in what was read as JSON. */
export type StoredHash = Buffer | string

export interface Tokens {
  /** A new token for a row; `id` names the row and, where tokens are renewed, the generation: `${id}.${generation}`. */
  derive(kind: TokenKind, id: string): string
  /** The token that a row was given, by the hash that is stored of it: keys change, and each row stays with its own. */
  deriveStored(kind: TokenKind, id: string, hash: StoredHash): string
  /**
   * The digits that stand in a mail beside its link, each code as likely as any other: of the same row and key as the token of that
   * link, of which the hash is stored. Nothing of the digits is.
   */
  deriveMailCode(id: string, mailTokenHash: StoredHash): string
  /** A token of which no hash is stored, of the same key as the payment number of its attempt. */
  deriveReturn(attemptId: string, paymentNumberHash: StoredHash): string
  /** The stand-in for personal data in a table whose reader must not be able to guess it. */
  hide(text: string): HiddenText
  /** Position of the key that a stored token was made with, 0 being the present one; -1 for a key that is not known. */
  positionOf(kind: TokenKind, id: string, hash: StoredHash): number
  /** 32 bytes that a key pair is made of, by the present key and then by each former one; nothing of them is stored. */
  seedsOf(name: string): readonly Buffer[]
}

export interface HiddenText {
  readonly hash: Buffer
  /** The same text, as it was hidden with former keys. */
  readonly formerHashes: readonly Buffer[]
}

/** @param formerKeys what was made with them stays as it is; nothing new is made with them. */
export function createTokens(secretKey: string, formerKeys: readonly string[] = []): Tokens {
  const keys = [secretKey, ...formerKeys]
  const positionOf: Tokens['positionOf'] = (kind, id, hash) => {
    const stored = typeof hash === 'string' ? Buffer.from(hash, 'hex') : hash
    return keys.findIndex(key => hashToken(derived(key, kind, id)).equals(stored))
  }
  /** A row of a key that was removed has a token that nobody can make: any other one opens nothing either. */
  const keyOf = (kind: TokenKind, id: string, hash: StoredHash): string =>
    formerKeys.length === 0 ? secretKey : (keys[positionOf(kind, id, hash)] ?? secretKey)
  return {
    derive: (kind, id) => derived(secretKey, kind, id),
    deriveStored: (kind, id, hash) => derived(keyOf(kind, id, hash), kind, id),
    deriveMailCode: (id, hash) => digitsOf(mac(keyOf('mail', id, hash), `mail code:${id}`)),
    deriveReturn: (attemptId, hash) => derived(keyOf('payment', attemptId, hash), 'return', attemptId),
    hide: text => ({ hash: mac(secretKey, text), formerHashes: formerKeys.map(key => mac(key, text)) }),
    positionOf,
    seedsOf: name =>
      keys.map(key => Buffer.from(hkdfSync('sha256', key, 'kippu signing key', name, SEED_BYTES))),
  }
}

function derived(key: string, kind: TokenKind, id: string): string {
  const bytes = mac(key, `${kind}:${id}`).subarray(0, TOKEN_BYTES)
  return `${PREFIXES[kind]}_${bytes.toString('base64url')}`
}

/** So many bytes of a digest become the digits: the remainder favours none that anybody could use. */
const DIGIT_BYTES = 6

function digitsOf(digest: Buffer): string {
  return String(digest.readUIntBE(0, DIGIT_BYTES) % 10 ** MAIL_CODE_DIGITS).padStart(MAIL_CODE_DIGITS, '0')
}

function mac(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
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

/** Kinds of tokens that name an order or a reservation. */
const LOGGED = /^(?:ord|tch|eml|rsv)_/
/** Fewer than a card number has: sixteen digits would now and then be taken for one in a search of logs for leaks. */
const LOGGED_DIGITS = 12

/**
 * The name of an order or a reservation in a line of the log: the beginning of the hash that is stored of its token.
 * `kippu find` finds it, and nobody finds the token by it. Undefined for other tokens.
 */
export function logNameOf(token: string): string | undefined {
  return LOGGED.test(token) ? hash('sha256', token, 'hex').slice(0, LOGGED_DIGITS) : undefined
}

/** Compares two tokens, or two codes, in constant time. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b))
}
