import type { Deps } from '../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../platform/http/refusal.ts'
import { type AskedOrder, orderFacts, recordOf, type OrderRecord } from '../orders/life/find-order.ts'

const orderByToken = orderFacts(orders => orders, recordOf)

/**
 * The order of the door that a token opens; one of another channel is not found. An order never changes its channel, so
 * a browser that asked once need not ask again.
 */
async function findSpotOrder(
  { db }: Pick<Deps, 'db'>,
  asked: AskedOrder,
): Promise<OrderRecord | Refusal<'record not found'>> {
  const order = await db.find(orderByToken, asked)
  return order?.channel === 'spot' ? order : refuse('record not found')
}

/** The answer of a verb of orders, about an order of the door alone. */
export async function ofSpotOrder<Answer>(
  deps: Pick<Deps, 'db'>,
  asked: AskedOrder,
  answer: () => Promise<Answer>,
): Promise<Answer | Refusal<'record not found'>> {
  const order = await findSpotOrder(deps, asked)
  return isRefusal(order) ? order : answer()
}
