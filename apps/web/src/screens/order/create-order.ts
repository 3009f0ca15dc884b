import { createOrder, deleteOrder } from '@kippu/contract/orders'
import type { Language } from '@kippu/domain/language'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { useSession } from '../../session/session.ts'
import { linesOf, partyOf } from './order-choice.ts'
import type { Choice } from './order-choice.ts'

/**
 * Holds the chosen tickets and saves the order page.
 *
 * @throws ApiError when the order is refused; what was saved before is then given back already (S-1.17).
 */
export async function placeOrder(choice: Choice, lang: Language): Promise<void> {
  const { product, date, span } = choice
  if (product === undefined || date === null || span === undefined) return
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
}

/**
 * Gives back the order that is still saved, so that a visitor is not blocked by the own old hold. A refusal means that
 * it has ended already, which is all that was wanted.
 */
async function releaseSavedOrder(): Promise<void> {
  const { orderToken } = useSession.getState()
  if (orderToken === null) return
  try {
    await request(deleteOrder, { params: { token: orderToken } })
  } catch (error) {
    const hasEnded = error instanceof ApiError && (error.status === 400 || error.status === 404)
    if (!hasEnded) throw error
  }
  useSession.setState({ orderToken: null })
}
