import type { StoredHash, Tokens } from '../../platform/tokens.ts'

/** The token of the link of a share, by the hash that is stored of it. */
export function linkToken(tokens: Tokens, id: string, hash: StoredHash): string {
  return tokens.deriveStored('share', id, hash)
}

/** The token of the accepted part: the link alone cannot make it. */
export function holderToken(tokens: Tokens, id: string, hash: StoredHash): string {
  return tokens.deriveStored('shared', id, hash)
}

/** The page on which a share is accepted, behind the origin of its site. */
export function shareRoute(token: string): string {
  return `/#/tickets/shared/${token}`
}
