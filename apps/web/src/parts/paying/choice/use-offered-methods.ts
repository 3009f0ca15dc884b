import type { PaymentMethodRow } from '@kippu/contract/site-content'
import { methodDiscount } from '@kippu/domain/method-discount'

import { mayPayWithApple } from '../apple/apple-pay.ts'
import { usePaymentMethods } from '../methods/payment-methods.ts'
import type { Payable } from '../../payable/payable.ts'

/** The methods that this browser can pay the price with. */
export interface OfferedMethods {
  /** Undefined while they are being read. */
  readonly methods: readonly PaymentMethodRow[] | undefined
  /** There are methods, and each asks for more than the price. */
  readonly isTooLittle: boolean
  readonly isError: boolean
  readonly retry: () => void
}

export function useOfferedMethods({ paid, price }: Pick<Payable, 'paid' | 'price'>): OfferedMethods {
  const { data, isError, refetch } = usePaymentMethods(paid)
  const here = data?.filter(isOffered).map(row => (paid === 'time_change' ? withoutDiscount(row) : row))
  const methods = here?.filter(row => row.least_amount <= priceBy(row, price))
  return {
    methods,
    isTooLittle: methods?.length === 0 && here?.length !== 0,
    isError,
    retry: () => void refetch(),
  }
}

/** Only browsers that have Apple Pay show it. */
function isOffered({ payment_method_type: type, client }: PaymentMethodRow): boolean {
  return type !== 'gmo_apple_pay' || mayPayWithApple(client.scripts)
}

function priceBy({ discount_type: type, discount_amount: amount }: PaymentMethodRow, price: number): number {
  return type === null ? price : price - methodDiscount(price, { type, amount })
}

/** No method takes anything off a change of time, so none says that it does. */
function withoutDiscount(row: PaymentMethodRow): PaymentMethodRow {
  return { ...row, discount_type: null, discount_amount: 0 }
}
