import { createOrder, deleteOrder, readOrder } from '@kippu/contract/orders'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { mainOrder } from '../../app/redirects.ts'
import { useSession } from '../../session/session.ts'
import { linesOf, partyOf, totalOf } from './order-choice.ts'
import type { Choice } from './order-choice.ts'

/**
 * Holds the chosen tickets and saves the order page. An order that is held already and says the same is gone
 * on with instead: after a failed payment nobody has to prove the address again.
 *
 * @returns the route to go on at.
 * @throws ApiError when the order is refused; what was saved before is then given back already (S-1.17).
 */
export async function placeOrder(choice: Choice, lang: Language): Promise<string> {
  const { product, date, span } = choice
  if (product === undefined || date === null || span === undefined) return mainOrder()
  const saved = await readSavedOrder()
  const onward = saved !== null && isSameOrder(saved, choice, lang) ? routeOnwards(saved) : null
  if (onward !== null) return onward
  await releaseSavedOrder()
  const lines = linesOf(choice)
  const { order_token: orderToken } = await request(createOrder, {
    body: {
      lang,
      product_uuid: product.uuid,
      time_span_id: span.time_span_id,
      quantity: partyOf(choice),
      option_values: lines.map(line => ({ option_value_id: line.optionValueId, quantity: line.count })),
    },
  })
  useSession.setState({
    orderToken,
    savedOrder: {
      productUuid: product.uuid,
      productName: product.name,
      saleType: product.sale_type,
      date,
      productTimespanID: span.time_span_id,
      from: span.from,
      to: span.to,
      productOptions: lines.map(({ optionValueId, name, price, count }) => ({
        option_value_id: optionValueId,
        name,
        price,
        count,
      })),
    },
  })
  return '/sign-in'
}

/** The order begun before as the server has it, null when there is none or its hold has ended. */
async function readSavedOrder(): Promise<TemporaryOrder | null> {
  const { orderToken } = useSession.getState()
  if (orderToken === null) return null
  return request(readOrder, { params: { token: orderToken } }).catch(nullWhenEnded)
}

/**
 * Whether an order is what the page shows. The price counts, as an order keeps that of its beginning (S-1.16) and what
 * was shown is what is charged; the language counts, as the mails are written in it.
 */
function isSameOrder(order: TemporaryOrder, choice: Choice, lang: Language): boolean {
  const { product_uuid: uuid, product_time_span_id: spanId, order_options: options } = order.main_product
  const lines = linesOf(choice)
  return (
    order.lang === lang &&
    uuid === choice.product?.uuid &&
    spanId === choice.span?.time_span_id &&
    order.price === totalOf(choice) &&
    options.length === lines.length &&
    options.every(({ option_value_id: id, quantity }) => choice.counts[id] === quantity)
  )
}

/** Where an order goes on; null while it is being paid, when nothing but its payment may decide (S-1.04). */
function routeOnwards({ status }: TemporaryOrder): string | null {
  switch (status) {
    case 'temporary':
      return '/sign-in'
    case 'mail_sent':
      return '/sended-mail'
    case 'ready_checkout':
      return '/payment'
    case 'payment_pending':
    case 'payment_3ds':
      return null
  }
}

/**
 * Gives back the order that is still saved, so that a visitor is not blocked by the own old hold. A refusal means that
 * it has ended already, which is all that was wanted.
 */
async function releaseSavedOrder(): Promise<void> {
  const { orderToken } = useSession.getState()
  if (orderToken === null) return
  await request(deleteOrder, { params: { token: orderToken } }).catch(nullWhenEnded)
  useSession.setState({ orderToken: null })
}

/** @throws the error, unless it is the refusal of an order that has ended. */
function nullWhenEnded(error: unknown): null {
  if (error instanceof ApiError && (error.status === 400 || error.status === 404)) return null
  throw error
}
