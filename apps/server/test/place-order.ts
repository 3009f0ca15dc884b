import type { Database } from '../src/platform/db/database.ts'
import { hashToken, type Tokens } from '../src/platform/tokens.ts'
import { METHOD_DISCOUNT, type RigOrder } from './crash/method-rig.ts'
import type { StoreAnswer } from './shop/orders.ts'
import type { AnyShop } from './payment-methods/visitor.ts'
import type { SmallCatalogue } from './small-catalogue.ts'

export interface Goods {
  readonly catalogue: SmallCatalogue
  /** Index of the time span of the visit, and of the set product. */
  readonly span: number
  /** With a coupon there are extras and a set product as well. */
  readonly coupon: string | undefined
}

export interface OrderingParts {
  readonly shop: AnyShop
  /** For the id of the order, from which the link of the mail is derived, and for its price. */
  readonly db: Database
  readonly tokens: Tokens
}

/**
 * Two tickets up to the payment page, over HTTP as the pages do it: order, coupon, form, the mailed link.
 * @throws when an answer is not the expected one.
 */
export async function placeOrder(parts: OrderingParts, goods: Goods): Promise<RigOrder> {
  const { shop, db, tokens } = parts
  const { body } = done(await shop.call('POST', '/api/v1/orders', orderOf(goods)))
  const token = String(body['order_token'])
  if (goods.coupon !== undefined)
    done(await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: goods.coupon }))
  const read = () =>
    db.read(tx =>
      tx
        .selectFrom('orders')
        .select(['id', 'price'])
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow(),
    )
  const { id } = await read()
  const contents = [
    { key: 'fullname', value: 'Kippu Hana' },
    { key: 'email', value: addressOf(id) },
  ]
  done(await shop.call('POST', `/api/v1/ordermails/${token}`, { contents }))
  done(await shop.call('GET', `/api/v1/ordermails/${tokens.derive('mail', `${id}.1`)}`))
  const { price } = await read()
  const yen = price === 0 ? 0 : price - METHOD_DISCOUNT
  return { id, token, yen, family: new Set([id]), isChange: false }
}

/** The address that an order's mails go to, which no other order has. */
export function addressOf(orderId: string): string {
  return `${orderId}@example.com`
}

/** The body of the order. */
export function orderOf({ catalogue, span, coupon }: Goods): object {
  const { productUuid, spans, adult, guide, tea } = catalogue
  const adults = { option_value_id: adult, quantity: 2 }
  const more = coupon !== undefined
  return {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: spans[span],
    quantity: 2,
    option_values: more ? [adults, { option_value_id: guide, quantity: 1 }] : [adults],
    ...(more && { set_products: [{ uuid: tea.productUuid, time_span_id: tea.spans[span], quantity: 2 }] }),
  }
}

function done(answer: StoreAnswer): StoreAnswer {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
