import type { StoredHash, Tokens } from '../platform/tokens.ts'

/** The parts that the token of a reservation is made of. */
export interface ReservationOrigin {
  readonly id: string
  /** Raised when the visit is moved: every former token is refused from then on. */
  readonly tokenGeneration: number
}

/** A reservation as its row names its newest token. */
export interface TokenOfReservation extends ReservationOrigin {
  readonly tokenHash: StoredHash
}

/** The newest token of a reservation that is written now; its hash is stored. */
export function newReservationToken(tokens: Tokens, origin: ReservationOrigin): string {
  return tokens.derive('reservation', reservationOriginId(origin))
}

/** The newest token of a reservation, by the hash that is stored of it: the permission to its tickets. */
export function reservationToken(tokens: Tokens, { tokenHash, ...origin }: TokenOfReservation): string {
  return tokens.deriveStored('reservation', reservationOriginId(origin), tokenHash)
}

/** The id that the newest token of a reservation is derived from: generation 0 is what every program before made. */
export function reservationOriginId({ id, tokenGeneration }: ReservationOrigin): string {
  return tokenGeneration === 0 ? id : `${id}.${tokenGeneration}`
}
