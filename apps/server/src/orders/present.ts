import type { TemporaryOrder } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import type { OrderStatus } from '@kippu/domain/states/order'

import type { BoughtProduct } from './bought-product.ts'
import type { OrderRecord } from './find-order.ts'

/** A live order on the wire (R-3.120–135); the caller has made sure that it lives. */
export function presentOrder(order: OrderRecord, mainProduct: BoughtProduct): TemporaryOrder {
  return {
    lang: order.lang,
    status: liveStatusOf(order.status),
    expires_at: jstIso(order.expiresAt.getTime()),
    price: order.price,
    customer_info: [...order.customerInfo],
    main_product: mainProduct,
    set_products: [],
    coupons: [],
    membership_promotion: null,
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
