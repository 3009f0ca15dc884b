import { issueQrToken } from '../../src/door/qr-token.ts'
import type { Mailbox } from '../mailbox.ts'
import type { StoreAnswer } from './orders.ts'
import type { ReadyOrder, StripeShop } from './stripe.ts'
import { orderIdOf } from '../order-id.ts'

/** The day of the visit, and the morning on which somebody stands at the door. */
export const DOOR_DAY = '2026-12-01'
export const MORNING = `${DOOR_DAY}T09:00:00+09:00`

export interface DoorShop extends StripeShop {
  readonly mailbox: Mailbox
  /** A code of the product that is sold, or of another one. */
  qrToken(productId?: number): string
  /** Asks for this many adult tickets at the door; `changes` replace parts of the body. */
  askSpotOrder(quantity: number, changes?: object, qrToken?: string): Promise<StoreAnswer>
  /** An order of the door: 3,200 yen a ticket. */
  spotOrder(quantity?: number): Promise<ReadyOrder>
  /** Pays it at the door with a card; the answer of the checkout. */
  paySpot(order: ReadyOrder, last4?: string): Promise<StoreAnswer>
  /** Like `spotOrder`, and pays at once. */
  buyAtDoor(): Promise<{ readonly order: ReadyOrder; readonly token: string; readonly number: string }>
}

/** The sale at the door on the morning of {@link DOOR_DAY}, with a mail server that is tried while the buyer waits. */
export function withDoor(shop: StripeShop, mailbox: Mailbox): DoorShop {
  shop.clock.set(MORNING)
  const { db, deps } = shop
  const qrToken = (productId = shop.catalogue.productId): string =>
    issueQrToken(deps, { siteKey: 'demo', productId, nowMs: shop.clock.now() }).token
  const askSpotOrder: DoorShop['askSpotOrder'] = (quantity, changes = {}, token = qrToken()) =>
    shop.call('POST', `/api/v1/spot/orders?qr_token=${token}`, {
      lang: 'en',
      product_uuid: shop.catalogue.productUuid,
      time_span_id: shop.catalogue.spans[0],
      quantity,
      option_values: [{ option_value_id: shop.catalogue.adult, quantity }],
      ...changes,
    })
  const spotOrder = async (quantity = 1): Promise<ReadyOrder> => {
    const { status, body } = await askSpotOrder(quantity)
    if (status !== 201) throw new Error(`no order at the door: ${status} ${JSON.stringify(body)}`)
    const token = String(body['order_token'])
    const id = await db.read(read => orderIdOf(read, token))
    return { id, token }
  }
  const paySpot: DoorShop['paySpot'] = async ({ token }, last4 = '1112') =>
    shop.call('POST', `/api/v1/spot/orders/checkout/${token}`, {
      payment_method_type: last4 === '3220' ? 'stripe_secure' : 'stripe',
      payment_method: await shop.stripe.card(last4),
    })
  return {
    ...shop,
    mailbox,
    qrToken,
    askSpotOrder,
    spotOrder,
    paySpot,
    buyAtDoor: async () => {
      const order = await spotOrder()
      const { status, body } = await paySpot(order)
      if (status !== 200) throw new Error(`not paid at the door: ${status} ${JSON.stringify(body)}`)
      return { order, token: String(body['reservation_token']), number: String(body['reservation_number']) }
    },
    close: async () => {
      deps.firstTry.close()
      await shop.close()
      await mailbox.close()
    },
  }
}
