import type { TemporaryOrder, OrderRequest } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import type { SavedOrder } from '../../../session/pieces.ts'
import { linesOf, priceOf } from './order-choice.ts'
import type { Choice, ChosenLine } from './order-choice.ts'
import { partyOf } from './ticket-kinds.ts'

/** The order that the store is asked for. */
export interface OrderToMake {
  readonly request: OrderRequest
  /** The page as it was, without what only the answer says. */
  readonly saved: Omit<SavedOrder, 'expiresAt' | 'isHeld'>
}

/** The order that a choice makes; null while something is missing. */
export function orderToMake(choice: Choice, lang: Language): OrderToMake | null {
  const { product, date, span, promotion } = choice
  if (product === undefined || date === null || span === undefined) return null
  const lines = linesOf(choice)
  const options = lines.filter(line => line.kind !== 'set')
  const sets = lines.filter(line => line.kind === 'set')
  return {
    request: {
      lang,
      product_uuid: product.uuid,
      time_span_id: span.time_span_id,
      quantity: partyOf(product, choice.counts),
      option_values: options.map(({ optionValueId, count }) => ({
        option_value_id: optionValueId,
        quantity: count,
      })),
      set_products: sets.map(({ uuid, timeSpanId, count }) => ({
        uuid,
        time_span_id: timeSpanId,
        quantity: count,
      })),
      ...(promotion !== null && {
        membership_key: promotion.membership_key,
        membership_value: promotion.membership_value,
      }),
    },
    saved: {
      productUuid: product.uuid,
      productName: product.name,
      saleType: product.sale_type,
      date,
      productTimespanID: span.time_span_id,
      from: span.from,
      to: span.to,
      productOptions: options.map(({ kind, optionValueId, name, price, count }) => ({
        option_value_id: optionValueId,
        type: kind === 'extra' ? 'extra' : 'ticket_type',
        name,
        price,
        count,
      })),
      setProducts: sets.map(({ uuid, timeSpanId, name, price, count }) => ({
        uuid,
        timeSpanId,
        name,
        price,
        count,
      })),
    },
  }
}

/**
 * Whether an order matches a choice. The price counts: an order keeps the price it was made at, and the visitor pays
 * the price they see. The language does not count: an order can be read, and its buyer form sent, in any language.
 *
 * @param saved the page as it was: an order does not say which units of a set product it holds.
 */
export function isOrderOf(
  order: TemporaryOrder,
  choice: Choice,
  saved: Pick<SavedOrder, 'setProducts'> | null,
): boolean {
  const { product_uuid: uuid, product_time_span_id: spanId } = order.main_product
  const price = priceOf(choice)
  const discount = order.membership_promotion?.membership_discount
  return (
    uuid === choice.product?.uuid &&
    spanId === choice.span?.time_span_id &&
    order.subtotal === price?.subtotal &&
    // A member who logged in to the order has a promotion that the page does not know.
    (choice.promotion === null || discount === price.membershipDiscount) &&
    hasSameLines(order, { lines: linesOf(choice), sets: saved?.setProducts ?? [] })
  )
}

interface Units {
  readonly lines: readonly ChosenLine[]
  readonly sets: SavedOrder['setProducts']
}

function hasSameLines({ main_product: product }: TemporaryOrder, { lines, sets }: Units): boolean {
  const held = [
    ...product.order_options.map(option => `${option.option_value_id} ${option.quantity}`),
    ...sets.map(set => `${set.uuid} ${set.timeSpanId} ${set.count}`),
  ]
  const wanted = lines.map(line =>
    line.kind === 'set'
      ? `${line.uuid} ${line.timeSpanId} ${line.count}`
      : `${line.optionValueId} ${line.count}`,
  )
  return held.toSorted().join() === wanted.toSorted().join()
}
