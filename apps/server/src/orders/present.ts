import type { TemporaryOrder } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import type { OrderStatus } from '@kippu/domain/states/order'

import type { OpenRecord } from './bought/bought-order.ts'
import { extensionsLeft } from './life/extend-order.ts'
import { placesOf } from './life/find-order.ts'
import type { HoldEnv } from './life/hold-times.ts'

/** A live order on the wire; the caller has made sure that it lives. */
export function presentOrder({ order, bought, ...day }: OpenRecord, env: HoldEnv): TemporaryOrder {
  return {
    lang: order.lang,
    status: liveStatusOf(order.status),
    places: placesOf(order),
    expires_at: jstIso(order.expiresAt.getTime()),
    extensions_left: extensionsLeft(order, day, env),
    subtotal: order.subtotal,
    price: order.price,
    customer_info: [...order.buyer.answers],
    main_product: bought.product,
    set_products: [...bought.sets],
    coupons: bought.coupons,
    membership_promotion: bought.membership_promotion,
  }
}

function liveStatusOf(status: OrderStatus): TemporaryOrder['status'] {
  switch (status) {
    case 'temporary':
    case 'mail_sent':
    case 'ready_checkout':
    case 'payment_pending':
    case 'payment_3ds':
      return status
    case 'completed':
    case 'expired':
    case 'cancelled':
    case 'refunded':
    case 'refund_failed':
      throw new Error(`an order that is ${status} is not shown`)
  }
}
