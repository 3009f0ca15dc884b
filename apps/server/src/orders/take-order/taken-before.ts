import type { Deps } from '../../deps.ts'
import type { TakenOrder } from './take-order.ts'

/** The order that a request before this one has made with the id, as `takeOrder` answers; undefined where it has made none. */
export async function takenBefore(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: string,
): Promise<TakenOrder | undefined> {
  const row = await db.read(read =>
    read
      .selectFrom('orders')
      .select(['token_hash', 'price', 'expires_at', 'places_at_proof'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return (
    row && {
      token: tokens.deriveStored('order', id, row.token_hash),
      expiresAt: row.expires_at,
      price: row.price,
      places: row.places_at_proof ? 'at_proof' : 'held',
    }
  )
}
