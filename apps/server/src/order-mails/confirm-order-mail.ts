import { isOrderLive } from '@kippu/domain/states/order'

import { countedAddress } from '../address-proofs/counted-address.ts'
import { type Decision, takeStep } from '../db/take-step.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts'
import { orderByMailToken, type OrderRecord } from '../orders/life/find-order.ts'
import { type DecidedMove, moveOrders } from '../orders/life/move-order.ts'

type Confirmed = Pick<OrderRecord, 'id' | 'tokenHash'> | Refusal<'session_timeout' | 'record not found'>

/**
 * The buyer followed the mailed link, on whatever device: the order may be paid (R-7.21, D-16). Repeating it changes
 * nothing, also while the order is being paid; only the newest link works (S-1.02).
 */
export async function confirmOrderMail(
  { env, db, tokens }: Pick<Deps, 'env' | 'db' | 'tokens'>,
  siteKey: string,
  token: string,
): Promise<{ order_token: string } | Refusal<'session_timeout' | 'record not found'>> {
  const step = { read: orderByMailToken, write: moveOrders }
  const confirmed = await takeStep(db, step, { siteKey, token }, order => decideConfirmation(env, order))
  if (isRefusal(confirmed)) return confirmed
  return { order_token: tokens.deriveStored('order', confirmed.id, confirmed.tokenHash) }
}

/** What a link does to the order that it was mailed for. */
export function decideConfirmation(
  env: Pick<Env, 'secretKey'>,
  order: OrderRecord | undefined,
): Decision<DecidedMove, true, Confirmed> {
  if (order?.hasEnded === true) return { answer: refuse('session_timeout') }
  if (order === undefined || !isOrderLive(order.status)) return { answer: refuse('record not found') }
  const confirmed = { id: order.id, tokenHash: order.tokenHash }
  if (order.status !== 'mail_sent') return { answer: confirmed }
  const proves = countedAddress(env, order.buyer.email ?? '')
  return { change: { order, to: 'ready_checkout', proves }, answerOf: () => confirmed }
}
