import { simulateMethodDiscount } from '@kippu/contract/order-coupons'
import { methodDiscount } from '@kippu/domain/method-discount'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { skipToken, useQuery } from '@tanstack/react-query'

import { request } from '../../../api/client.ts'
import type { Payable } from '../../payable/payable.ts'
import { usePaymentMethods } from './payment-methods.ts'

export interface MethodPrice {
  /** The amount to charge, in yen; undefined while it is being read. */
  readonly price: number | undefined
  /** The method discount. */
  readonly discount: number
}

interface MethodPriceQuestion {
  readonly payable: Payable
  readonly method: PaymentMethod | null
}

/** Key of an order's prices by method. */
export function methodPriceKey(token: string): readonly unknown[] {
  return ['method price', token]
}

/**
 * The price of an order by a payment method: the server is asked only about methods with a discount, and not about an
 * order that is being paid, whose visitor is back and may press again: that one is counted here. No method takes
 * anything off a change of time.
 */
export function useMethodPrice({
  payable: { paid, token, price, isBeingPaid },
  method,
}: MethodPriceQuestion): MethodPrice {
  const methods = usePaymentMethods(paid)
  const row = methods.data?.find(candidate => candidate.payment_method_type === method)
  const hasDiscount = row !== undefined && row.discount_type !== null && price > 0 && paid !== 'time_change'
  const { data } = useQuery({
    queryKey: [...methodPriceKey(token), row?.payment_method_type, price],
    queryFn:
      hasDiscount && !isBeingPaid
        ? ({ signal }) =>
            request(
              simulateMethodDiscount,
              { params: { token }, body: { payment_method_type: row.payment_method_type } },
              { signal },
            )
        : skipToken,
    refetchOnWindowFocus: false,
  })
  const isKnown = method === 'free' || methods.data !== undefined
  if (!hasDiscount) return { price: isKnown ? price : undefined, discount: 0 }
  if (isBeingPaid && data === undefined) {
    const discount = methodDiscount(price, { type: row.discount_type ?? '', amount: row.discount_amount })
    return { price: price - discount, discount }
  }
  return { price: data?.price, discount: data?.discount_amount ?? 0 }
}
