import type { Deps } from '../../../platform/deps.ts'
import type { PassRow } from './queries.ts'

/** The same for the tickets of a reservation in the same hands; nobody finds the reservation by it. */
export function groupOf(
  { tokens }: Pick<Deps, 'tokens'>,
  { reservationId, shareId }: Pick<PassRow, 'reservationId' | 'shareId'>,
): string {
  return tokens.hide(`${reservationId} ${shareId ?? ''}`).hash.toString('base64url')
}
