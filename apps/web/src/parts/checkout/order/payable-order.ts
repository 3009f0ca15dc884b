import type { TemporaryOrder } from '@kippu/contract/orders'

import type { Payable, PaidOrder } from '../../payable/payable.ts'
import { answerOf } from './current-order.ts'

export function payableOrder(order: TemporaryOrder, token: string, paid: PaidOrder = 'order'): Payable {
  const payer = { phone: answerOf(order, 'phone'), email: answerOf(order, 'email') }
  return { paid, token, price: order.price, payer }
}
