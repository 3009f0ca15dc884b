import type { Read } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/http/refusal.ts'
import { findOrderByToken, kindOfToken } from '../../orders/life/find-order.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { findAttemptOfOrder } from '../attempts/attempt-queries.ts'

export interface OrderKey {
  readonly siteKey: string
  /** The token of the order, or of the change of time. */
  readonly orderToken: string
}

type AttemptRefusal = Refusal<'record not found' | 'session_timeout' | 'invalid payment status'>

/** The attempt of an order that is being paid by d払い, if it is still open. */
export async function findDPayAttempt(
  read: Read,
  { siteKey, orderToken }: OrderKey,
): Promise<Attempt | AttemptRefusal> {
  const order = await findOrderByToken(read, { siteKey, token: orderToken }, kindOfToken(orderToken))
  if (order === undefined) return refuse('record not found')
  if (order.hasEnded) return refuse('session_timeout')
  const attempt = await findAttemptOfOrder(read, order.id)
  return attempt !== undefined && awaitsVisitor(attempt) ? attempt : refuse('invalid payment status')
}

/** Whether the visitor may still log in and pay; a query to docomo may be under way at this moment. */
export function awaitsVisitor({ method, state, operation, isPastDeadline }: Attempt): boolean {
  if (method !== 'd_pay' || isPastDeadline || operation === 'void') return false
  return state === 'action_required' || state === 'executing'
}
