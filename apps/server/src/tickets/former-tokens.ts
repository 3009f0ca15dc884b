import type { Database, Read } from '../platform/db/database.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import type { AskedOrder } from '../orders/life/find-order.ts'
import { hashToken, isTokenOf } from '../platform/tokens.ts'

/** A token that opens no reservation: it never did, or the visit was moved since. */
export type UnknownToken = Refusal<'record not found' | 'reservation url changed'>

/** The answer to a token that opens no reservation; it never says which one opens it now. */
export async function refuseToken(db: Pick<Database, 'read'>, asked: AskedOrder): Promise<UnknownToken> {
  const isFormer = await db.read(read => isFormerToken(read, asked))
  return refuse(isFormer ? 'reservation url changed' : 'record not found')
}

async function isFormerToken(read: Read, { siteKey, token }: AskedOrder): Promise<boolean> {
  if (!isTokenOf('reservation', token)) return false
  const row = await read
    .selectFrom('former_reservation_tokens as former')
    .innerJoin('reservations', 'reservations.id', 'former.reservation_id')
    .select('reservations.id')
    .where('former.token_hash', '=', hashToken(token))
    .where('reservations.site_key', '=', siteKey)
    .executeTakeFirst()
  return row !== undefined
}
