import { isOrderLive } from '@kippu/domain/states/order'

import { countedAddress, type CountedAddress } from '../address-proofs/counted-address.ts'
import { DatabaseBusy } from '../db/sql-states.ts'
import { type Decision, takeStep } from '../db/take-step.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { orderByMailToken, type OrderRecord } from '../orders/life/find-order.ts'
import { type Proof, proveOrders } from '../orders/life/prove-orders.ts'
import type { PlacesAtProof } from '../orders/life/take-places.ts'

/** `needsPlaces`: its link was followed, which proves the address, and the order still has to take its places. */
type Confirmed =
  | Pick<OrderRecord, 'id' | 'tokenHash'>
  | { readonly needsPlaces: OrderRecord; readonly proves: CountedAddress }
  | Refusal<'session_timeout' | 'record not found'>

export interface ConfirmDeps extends Pick<Deps, 'db' | 'tokens' | 'env'> {
  readonly placesAtProof: PlacesAtProof
}

/** How often an order is read again because it changed before it took its places. */
const MOST_TRIES = 10

/**
 * The buyer followed the mailed link, on whatever device: the order may be paid (R-7.21, D-16). Repeating it changes
 * nothing, also while the order is being paid; only the newest link works (S-1.02). An order without places takes them now;
 * `out of stock` where there are none, and the link may be followed again.
 */
export async function confirmOrderMail(
  { db, tokens, env, placesAtProof }: ConfirmDeps,
  siteKey: string,
  token: string,
): Promise<{ order_token: string } | Refusal<'session_timeout' | 'record not found' | 'out of stock'>> {
  const step = { read: orderByMailToken, write: proveOrders }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const confirmed = await takeStep(db, step, { siteKey, token }, order => decideConfirmation(env, order))
    if (isRefusal(confirmed)) return confirmed
    if ('id' in confirmed)
      return { order_token: tokens.deriveStored('order', confirmed.id, confirmed.tokenHash) }
    const taken = await placesAtProof.take(confirmed.needsPlaces, confirmed.proves)
    if (isRefusal(taken)) return taken
  }
  throw new DatabaseBusy('others changed the same order all the time')
}

/** What a link does to the order that it was mailed for. */
export function decideConfirmation(
  env: Pick<Env, 'secretKey' | 'orderHoldSeconds'>,
  order: OrderRecord | undefined,
): Decision<Proof, true, Confirmed> {
  if (order?.hasEnded === true) return { answer: refuse('session_timeout') }
  if (order === undefined || !isOrderLive(order.status)) return { answer: refuse('record not found') }
  const proves = countedAddress(env, order.buyer.email ?? '')
  if (order.placesAtProof) return { answer: { needsPlaces: order, proves } }
  const confirmed = { id: order.id, tokenHash: order.tokenHash }
  if (order.status !== 'mail_sent') return { answer: confirmed }
  return { change: { order, holdSeconds: env.orderHoldSeconds, proves }, answerOf: () => confirmed }
}
