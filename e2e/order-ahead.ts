import type { Language } from '@kippu/domain/language'

import { callStore } from './call-store.ts'
import { BUYER } from './planted.ts'
import type { Visit } from './visits.ts'

export interface Buyer {
  readonly lang: Language
  readonly email: string
}

/** An order whose confirmation mail is on its way. */
export interface MailedOrder {
  readonly orderToken: string
  /** In yen. */
  readonly price: number
}

/** What is ordered beside two adults' tickets. */
export interface OrderedAlong {
  /** Set products, each with its time. */
  readonly sets?: ReadonlyArray<{
    readonly uuid: string
    readonly timeSpanId: number
    readonly quantity: number
  }>
}

/** Orders two adults' tickets and sends the form: the state in which stories about the mail begin. */
export async function orderAhead(
  visit: Visit,
  { lang, email }: Buyer,
  { sets = [] }: OrderedAlong = {},
): Promise<MailedOrder> {
  const [adult] = visit.kinds
  if (adult === undefined) throw new Error('no kind of ticket is on sale')
  const order = await callStore('createOrder', {
    body: {
      lang,
      product_uuid: visit.product.uuid,
      time_span_id: visit.timeSpanId,
      quantity: 2,
      option_values: [{ option_value_id: adult, quantity: 2 }],
      set_products: sets.map(({ uuid, timeSpanId, quantity }) => ({
        uuid,
        time_span_id: timeSpanId,
        quantity,
      })),
    },
  })
  const contents = [
    { key: 'fullname', value: BUYER.name },
    { key: 'email', value: email },
  ]
  await callStore('sendOrderMail', { params: { token: order.order_token }, body: { contents } })
  return { orderToken: order.order_token, price: order.price }
}
