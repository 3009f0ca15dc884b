import { hashToken, type StoredHash, type Tokens } from '../tokens.ts'

/** A reservation as far as it decides its token: each move raises the generation (S-8.07). */
export interface TokenOrigin {
  readonly id: string
  readonly generation: number
}

/** The hash of the token that a reservation gets with this generation. */
export function newReservationTokenHash(tokens: Tokens, origin: TokenOrigin): Buffer {
  return hashToken(tokens.derive('reservation', originId(origin)))
}

/** The token that opens a reservation now, by the hash that is stored of it. */
export function reservationToken(tokens: Tokens, origin: TokenOrigin, tokenHash: StoredHash): string {
  return tokens.deriveStored('reservation', originId(origin), tokenHash)
}

function originId({ id, generation }: TokenOrigin): string {
  return generation === 0 ? id : `${id}.${generation}`
}
