import type { Read } from '../../db/database.ts'
import { type BoughtProduct, type BoughtSet, readBoughtProduct, readBoughtSets } from './bought-product.ts'
import { type Deductions, readDeductions } from './deductions.ts'
import type { OrderRecord } from '../life/find-order.ts'

/** All that an order buys and what it costs, in words of its language. Whole yen. */
export interface BoughtOrder extends Deductions {
  readonly product: BoughtProduct
  readonly sets: readonly BoughtSet[]
  /** Before any deduction. */
  readonly subtotal: number
  /** What the payment method took off; 0 before the order is paid. */
  readonly methodDiscount: number
  /** What is or was charged. */
  readonly total: number
}

/** What a mail says of an order. */
export async function readBoughtOrder(read: Read, order: OrderRecord): Promise<BoughtOrder> {
  return {
    product: await readBoughtProduct(read, order.id, order.lang),
    sets: await readBoughtSets(read, order.id, order.lang),
    ...(await readDeductions(read, order, order.lang)),
    subtotal: order.subtotal,
    methodDiscount: order.methodDiscount,
    total: order.price - order.methodDiscount,
  }
}
