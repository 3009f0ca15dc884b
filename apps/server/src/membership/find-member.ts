import { normaliseEmail } from '@kippu/domain/form/normalise'

import { sql } from 'kysely'

import type { Read } from '../db/database.ts'

export interface MemberRow {
  readonly id: string
  readonly password_hash: string | null
  readonly promotion_id: string | null
}

/** The member of a site with a login id, as {@link storedLoginId} writes it. */
export async function findMember(
  read: Read,
  { siteKey, loginId }: { readonly siteKey: string; readonly loginId: string },
): Promise<MemberRow | undefined> {
  return read
    .selectFrom('members')
    .select(['id', 'password_hash', 'promotion_id'])
    .where('site_key', '=', siteKey)
    .where('login_id', '=', loginId)
    .executeTakeFirst()
}

/**
 * A login id, typed or from a token, in its stored form: half width and lower case, so that no login fails because of a
 * phone's keyboard.
 */
export function storedLoginId(given: string): string {
  return normaliseEmail(given).toLowerCase()
}

/** The stored address of the member who is logged in to an order, or null, as a column of a read of orders. */
export const ADDRESS_OF_MEMBER = sql<
  string | null
>`(select members.email from members where members.id = orders.member_id)`
