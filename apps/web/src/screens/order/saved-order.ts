import { readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { linesOf, priceOf } from './order-choice.ts'
import type { Choice, ChosenLine } from './order-choice.ts'

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

/**
 * Whether an order matches the page. The price counts: an order keeps the price it was made at (S-1.16), and the
 * visitor pays the price they see. The language does not count: an order can be read, and its buyer form sent, in any
 * language.
 */
export function isSameOrder(order: TemporaryOrder, choice: Choice): boolean {
  const { product_uuid: uuid, product_time_span_id: spanId } = order.main_product
  const price = priceOf(choice)
  const discount = order.membership_promotion?.membership_discount
  return (
    uuid === choice.product?.uuid &&
    spanId === choice.span?.time_span_id &&
    order.subtotal === price?.subtotal &&
    // A member who logged in to the order has a promotion that the page does not know.
    (choice.promotion === null || discount === price.membershipDiscount) &&
    hasSameLines(order, linesOf(choice))
  )
}

/** An order does not say which units of a set product it holds; the session of this tab does. */
function hasSameLines({ main_product: product }: TemporaryOrder, lines: readonly ChosenLine[]): boolean {
  const { savedOrder } = useSession.getState()
  const held = [
    ...product.order_options.map(option => `${option.option_value_id} ${option.quantity}`),
    ...(savedOrder?.setProducts ?? []).map(set => `${set.uuid} ${set.timeSpanId} ${set.count}`),
  ]
  const wanted = lines.map(line =>
    line.kind === 'set'
      ? `${line.uuid} ${line.timeSpanId} ${line.count}`
      : `${line.optionValueId} ${line.count}`,
  )
  return held.toSorted().join() === wanted.toSorted().join()
}

/** Such an order is never given back, whatever is chosen now (S-1.04). */
export function isBeingPaid({ status }: TemporaryOrder): boolean {
  return status === 'payment_pending' || status === 'payment_3ds'
}

/** @throws the error, unless it says that the order has ended. */
export function nullWhenEnded(error: unknown): null {
  if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return null
  throw error
}
