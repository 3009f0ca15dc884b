import { isMethodOf, type MethodOf, type PaymentMethod } from '@kippu/domain/payment-method'

import type { AdapterParts } from '../../port/port.ts'
import type { SoftbankAccount } from './softbank-account.ts'
import type { SpsClient } from './sps-client.ts'

/** The parts that each method of SB Payment Service works with. */
export interface SoftbankParts extends Pick<AdapterParts, 'clock'> {
  readonly account: SoftbankAccount
  readonly sps: SpsClient
}

/** The ways to pay that differ in their calls. */
type SoftbankProduct = 'card' | 'paypay' | 'alipay'

const PRODUCTS: Readonly<Record<MethodOf<'softbank'>, SoftbankProduct>> = {
  softbank_credit: 'card',
  softbank_3ds: 'card',
  softbank_alipay: 'alipay',
  softbank_paypay: 'paypay',
}

export function productOf(method: PaymentMethod): SoftbankProduct {
  if (!isMethodOf(method, 'softbank')) throw new Error(`${method} is not a method of SB Payment Service`)
  return PRODUCTS[method]
}
