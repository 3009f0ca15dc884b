import * as v from 'valibot'

import { type Counter, finish, newNumber, storeOf } from '../purchases/buy.ts'
import { enterStripeCard } from '../purchases/pay.ts'

/** A bought visit, with the newest token of its reservation. */
export interface Visit {
  token: string
  /** The time span that it was moved to, if it was. */
  span?: number
}

const made = v.object({ timechange_token: v.string(), payment_required: v.boolean() })

/**
 * Moves a visit to another time over HTTP, with the same requests as the store's pages: the change, its page, the agreement with a card
 * where it costs more.
 *
 * @throws when any answer is not the expected one.
 */
export async function move(shop: Counter, visit: Visit, timeSpanId: number): Promise<void> {
  const store = storeOf(shop, 'stripe', newNumber())
  const { timechange_token: change, payment_required: isPaid } = v.parse(
    made,
    await store.call('POST', '/api/v1/timechanges', {
      reservation_token: visit.token,
      time_span_id: timeSpanId,
      lang: 'ja',
    }),
  )
  await store.call('GET', `/api/v1/timechanges/${change}`)
  const method = isPaid ? 'stripe' : 'free'
  const answer = await store.call('POST', `/api/v1/timechanges/checkout/${change}`, {
    payment_method_type: method,
    ...(isPaid && (await enterStripeCard(shop))),
  })
  visit.token = (await finish(store, method, answer)).reservation_token
  visit.span = timeSpanId
}
