import type { TemporaryOrder } from '@kippu/contract/orders'

import type { Payable, PaidOrder } from '../../payable/payable.ts'
import { answerOf } from './current-order.ts'

export function payableOrder(order: TemporaryOrder, token: string, paid: PaidOrder = 'order'): Payable {
  const payer = {
    name: answerOf(order, 'fullname'),
    phone: answerOf(order, 'phone'),
    email: answerOf(order, 'email'),
  }
  const isBeingPaid = order.status === 'payment_pending' || order.status === 'payment_3ds'
  return { paid, token, price: order.price, isBeingPaid, payer }
}
