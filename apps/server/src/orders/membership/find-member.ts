import { normaliseEmail, removeInvisible } from '@kippu/domain/form/normalise'
import { sql } from 'kysely'

/**
 * A login id, typed or from a token, in its stored form: half width and lower case, without marks that nobody sees, so
 * that no login fails because of a phone's keyboard.
 */
export function storedLoginId(given: string): string {
  return normaliseEmail(removeInvisible(given)).toLowerCase()
}

/** The stored address of the member who is logged in to an order, or null, as a column of a read of orders. */
export const ADDRESS_OF_MEMBER = sql<
  string | null
>`(select members.email from members where members.id = orders.member_id)`
