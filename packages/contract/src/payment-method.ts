import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

export const paymentMethod = v.pipe(
  v.picklist(PAYMENT_METHODS),
  v.description('A way to pay.'),
  v.title('PaymentMethod'),
)
