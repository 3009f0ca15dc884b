import type { PaymentMethodRow } from '@kippu/contract/site-content'

import { mayPayWithApple } from '../apple/apple-pay.ts'
import { usePaymentMethods } from '../methods/payment-methods.ts'
import type { Payable } from '../../payable/payable.ts'

/** The methods that this browser can pay with. */
export interface OfferedMethods {
  /** Undefined while they are being read. */
  readonly methods: readonly PaymentMethodRow[] | undefined
  readonly isError: boolean
  readonly retry: () => void
}

export function useOfferedMethods({ paid }: Pick<Payable, 'paid'>): OfferedMethods {
  const { data, isError, refetch } = usePaymentMethods(paid)
  return {
    methods: data?.filter(isOffered).map(row => (paid === 'time_change' ? withoutDiscount(row) : row)),
    isError,
    retry: () => void refetch(),
  }
}

/** Only browsers that have Apple Pay show it. */
function isOffered({ payment_method_type: type, client }: PaymentMethodRow): boolean {
  return type !== 'gmo_apple_pay' || mayPayWithApple(client.scripts)
}

/** No method takes anything off a change of time, so none says that it does. */
function withoutDiscount(row: PaymentMethodRow): PaymentMethodRow {
  return { ...row, discount_type: null, discount_amount: 0 }
}
