import { holdMayExpire, isBeingPaid } from '@kippu/domain/states/order'

import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { OrderRecord } from './find-order.ts'

/** Why nothing of an order may change. */
export type NotOpen = Refusal<'session_timeout' | 'order is being paid' | 'invalid order status'>

/**
 * An order that was read, or locked, if it may still change: one that lives and is not being paid. The same answers to
 * whatever asks for a change.
 */
export function openOrder(order: OrderRecord): OrderRecord | NotOpen {
  if (order.hasEnded) return refuse('session_timeout')
  if (isBeingPaid(order.status)) return refuse('order is being paid')
  return holdMayExpire(order.status) ? order : refuse('invalid order status')
}
