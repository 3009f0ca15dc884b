import type { TemporaryOrder } from '@kippu/contract/orders'
import { jstIso } from '@kippu/domain/jst-date'
import type { OrderStatus } from '@kippu/domain/states/order'

import type { BoughtProduct, BoughtSet } from './bought/bought-product.ts'
import type { Deductions } from './bought/deductions.ts'
import { extensionsLeft } from './life/extend-order.ts'
import type { OrderRecord } from './life/find-order.ts'

export interface LiveOrder {
  /** The caller has made sure that it lives. */
  readonly order: OrderRecord
  readonly product: BoughtProduct
  readonly sets: readonly BoughtSet[]
  readonly deductions: Deductions
}

/** A live order on the wire (R-3.120–135). */
export function presentOrder({ order, product, sets, deductions }: LiveOrder): TemporaryOrder {
  return {
    lang: order.lang,
    status: liveStatusOf(order.status),
    expires_at: jstIso(order.expiresAt.getTime()),
    extensions_left: extensionsLeft(order),
    subtotal: order.subtotal,
    price: order.price,
    customer_info: [...order.buyer.answers],
    main_product: product,
    set_products: [...sets],
    ...deductions,
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
