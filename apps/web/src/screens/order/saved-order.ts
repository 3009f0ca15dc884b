import { readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'
import { isOrderOf } from '../../parts/choosing/choice/order-request.ts'

/** The state of the order that began earlier in this tab. */
export type SavedState = TemporaryOrder | 'bought' | null

/**
 * The order that began earlier, as the server has it; null when there is none or its hold has ended. An order that this
 * tab was paying and that is no longer found has become a reservation.
 */
export async function readSavedOrder(lang: Language): Promise<SavedState> {
  const { orderToken, paymentNumber } = useSession.getState()
  if (orderToken === null) return null
  return request(readOrder, { params: { token: orderToken }, query: { lang } }).catch((error: unknown) => {
    if (paymentNumber !== null && error instanceof ApiError && error.status === 404) return 'bought'
    return nullWhenEnded(error)
  })
}

/** Whether an order matches the page. */
export function isSameOrder(order: TemporaryOrder, choice: Choice): boolean {
  return isOrderOf(order, choice, useSession.getState().savedOrder)
}

/** Such an order is never given back, whatever is chosen now. */
export function isBeingPaid({ status }: TemporaryOrder): boolean {
  return status === 'payment_pending' || status === 'payment_3ds'
}

/** @throws the error, unless it says that the order has ended. */
export function nullWhenEnded(error: unknown): null {
  if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return null
  throw error
}
