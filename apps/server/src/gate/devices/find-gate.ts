import type { Read } from '../../platform/db/database.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'

export interface FoundGate {
  readonly id: string
  readonly name: string
}

/** The open gate of a site whose poster shows a code; undefined for anything else. */
export async function findGateByCode(
  read: Read,
  siteKey: string,
  code: string,
): Promise<FoundGate | undefined> {
  if (!isTokenOf('gate', code)) return undefined
  return read
    .selectFrom('gates')
    .select(['id', 'name'])
    .where('code_hash', '=', hashToken(code))
    .where('site_key', '=', siteKey)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}
