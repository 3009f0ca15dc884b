import { PAYMENT_METHODS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

export const paymentMethod = v.picklist(PAYMENT_METHODS)
