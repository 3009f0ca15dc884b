import type { Env } from '../../platform/variables/env.ts'
import { isRefusal, type Refusal } from '../../platform/http/refusal.ts'
import { orderByMailToken, type OrderRecord } from '../../orders/life/find-order.ts'
import {
  decideProof,
  liveOrder,
  type ProofDecision,
  type ProveDeps,
  proveOrder,
  type Prover,
} from './prove-order.ts'

type NoOrder = Refusal<'session_timeout' | 'record not found'>

/**
 * The buyer followed the mailed link, on whatever device. Repeating it changes nothing, also while the order is being
 * paid; only the newest link works.
 */
export async function confirmOrderMail(
  deps: ProveDeps,
  prover: Prover,
): Promise<{ order_token: string } | NoOrder | Refusal<'out of stock'>> {
  return proveOrder(deps, orderByMailToken, prover, order => decideConfirmation(deps.env, order))
}

/** The effect of a link on the order that it was mailed for. */
export function decideConfirmation(
  env: Pick<Env, 'secretKey' | 'orderHoldSeconds'>,
  found: OrderRecord | undefined,
): ProofDecision<NoOrder> {
  const order = liveOrder(found)
  return isRefusal(order) ? { answer: order } : decideProof(env, order)
}
