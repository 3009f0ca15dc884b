import type { PaymentMethod } from '@kippu/domain/payment-method'

import { useText } from '../../../i18n/texts.tsx'
import type { Payable } from '../../payable/payable.ts'
import { useMethodPrice } from './method-price.ts'
import { useMethodName } from './use-method-name.ts'

/** The price of an order by a method. */
export interface MethodDeduction {
  /** The amount to charge, in yen: without a method the price of the order; undefined while it is being read. */
  readonly charged: number | undefined
  /** The method discount as a line of the order; null where there is none. */
  readonly byMethod: { readonly name: string; readonly amount: number } | null
}

/** The amount to charge by a method, and its discount in words. */
export function useMethodDeduction({
  payable,
  method,
}: {
  readonly payable: Payable
  readonly method: PaymentMethod | null
}): MethodDeduction {
  const t = useText()
  const { price, discount } = useMethodPrice({ payable, method })
  const name = useMethodName(method ?? 'free', payable.paid)
  return {
    charged: method === null ? payable.price : price,
    byMethod:
      discount > 0 ? { name: t('confirm_method_discount', { method: name }), amount: discount } : null,
  }
}
