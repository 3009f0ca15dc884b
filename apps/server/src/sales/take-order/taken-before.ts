import type { OrderStatus } from '@kippu/domain/states/order'

import type { Deps } from '../../platform/deps.ts'
import { placesOf } from '../../orders/life/find-order.ts'
import type { TakenOrder } from './take-order.ts'

const ENDED: readonly OrderStatus[] = ['cancelled', 'expired']

/**
 * The order that a request before this one has made with the id, as `takeOrder` answers; undefined where it has made
 * none, and where that one has ended: a buyer who repeats the request wants one that they can buy.
 */
export async function takenBefore(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  id: string,
): Promise<TakenOrder | undefined> {
  const row = await db.read(read =>
    read
      .selectFrom('orders')
      .select(['status', 'token_hash', 'price', 'expires_at', 'places_at_proof'])
      .where('id', '=', id)
      .where('status', 'not in', ENDED)
      .executeTakeFirst(),
  )
  return (
    row && {
      token: tokens.deriveStored('order', id, row.token_hash),
      expiresAt: row.expires_at,
      price: row.price,
      places: placesOf({ placesAtProof: row.places_at_proof, status: row.status }),
    }
  )
}
