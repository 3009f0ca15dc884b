import type { TemporaryOrder } from '@kippu/contract/orders'

import type { Payable } from '../../payable/payable.ts'
import { answerOf } from './current-order.ts'

export function payableOrder(order: TemporaryOrder, token: string): Payable {
  const payer = { phone: answerOf(order, 'phone'), email: answerOf(order, 'email') }
  return { paid: 'order', token, price: order.price, payer }
}
