import { addDays, jstDateOf, midnightOf } from '@kippu/domain/jst-date'

import type { Deps } from '../platform/deps.ts'
import { hashToken, TOKEN_BYTES, type Tokens } from '../platform/tokens.ts'

/**
 * The token in a QR code of the house: it opens the sale at the door for one product of one site, and nothing else. It
 * says which product and when it was made, and is signed with the deployment's secret, so nothing of it is stored and
 * any number of buyers may use it. `spq_`, then base64url of the product's id (4 bytes), the second of the issue (4
 * bytes) and the signature.
 */
export interface QrDeps extends Pick<Deps, 'tokens'> {
  readonly env: Pick<Deps['env'], 'spotQrSeconds'>
}

export interface IssuedQrToken {
  readonly token: string
  /** In ms since 1970. */
  readonly expiresAt: number
}

/** A token for a product, from now on. The caller has made sure that the display may have one. */
export function issueQrToken(
  { tokens, env }: QrDeps,
  {
    siteKey,
    productId,
    nowMs,
  }: { readonly siteKey: string; readonly productId: number; readonly nowMs: number },
): IssuedQrToken {
  const issuedAt = Math.floor(nowMs / 1000)
  const said = { siteKey, productId, issuedAt }
  return { token: written(said, signatureOf(tokens, said)), expiresAt: endOf(issuedAt, env) }
}

/** The product and site that a QR code opens. */
export interface OpenedQrToken {
  readonly productId: number
  /** In ms since 1970. */
  readonly expiresAt: number
}

/**
 * The product that a token opens at this site now; undefined for one that is over, of another site or not ours. It is
 * of one day in Japan, because it sells places of that day.
 */
export function readQrToken(
  { tokens, env }: QrDeps,
  siteKey: string,
  token: string,
  nowMs: number,
): OpenedQrToken | undefined {
  const read = parsed(token)
  if (read === undefined) return undefined
  const { productId, issuedAt, signature } = read
  const isOurs =
    tokens.positionOf('spot_qr', signedText({ siteKey, productId, issuedAt }), hashToken(signature)) >= 0
  const expiresAt = endOf(issuedAt, env)
  return isOurs && nowMs < expiresAt ? { productId, expiresAt } : undefined
}

interface Said {
  readonly siteKey: string
  readonly productId: number
  /** In seconds since 1970. */
  readonly issuedAt: number
}

const PREFIX = 'spq_'
const ID_BYTES = 4
const SECOND_BYTES = 4
const FORM = /^spq_[\w-]{35}$/

/** The site is signed and not written: a call is always made at one. */
function signedText({ siteKey, productId, issuedAt }: Said): string {
  return `${siteKey}:${productId}:${issuedAt}`
}

function signatureOf(tokens: Tokens, said: Said): string {
  return tokens.derive('spot_qr', signedText(said))
}

function written({ productId, issuedAt }: Said, signature: string): string {
  const bytes = Buffer.alloc(ID_BYTES + SECOND_BYTES + TOKEN_BYTES)
  bytes.writeUInt32BE(productId, 0)
  bytes.writeUInt32BE(issuedAt, ID_BYTES)
  bytes.write(signature.slice(PREFIX.length), ID_BYTES + SECOND_BYTES, 'base64url')
  return PREFIX + bytes.toString('base64url')
}

function parsed(token: string): (Omit<Said, 'siteKey'> & { readonly signature: string }) | undefined {
  if (!FORM.test(token)) return undefined
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url')
  // The last letter has bits that say nothing: each code is counted by its one spelling.
  if (PREFIX + bytes.toString('base64url') !== token) return undefined
  return {
    productId: bytes.readUInt32BE(0),
    issuedAt: bytes.readUInt32BE(ID_BYTES),
    signature: PREFIX + bytes.subarray(ID_BYTES + SECOND_BYTES).toString('base64url'),
  }
}

/** Its time is over, or its day in Japan, whichever comes first; in ms since 1970. */
function endOf(issuedAt: number, { spotQrSeconds }: QrDeps['env']): number {
  const nextDay = midnightOf(addDays(jstDateOf(issuedAt * 1000), 1))
  return Math.min((issuedAt + spotQrSeconds) * 1000, nextDay)
}
