import type { PaymentMethod } from '@kippu/domain/payment-method'
import { confirmCheckout } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { useNavigate } from '../../../page/router.tsx'
import { useSession } from '../../../session/session.ts'
import { orderKey } from '../../checkout/order/current-order.ts'
import { usePaymentStep } from './use-payment-step.ts'

/** Key of the question what became of a payment, and of the wish to end it: neither speaks while the other does. */
export const PAYMENT_CHECK = ['payment check'] as const
export const GIVING_UP = ['give up'] as const

interface GiveUp {
  /** Ends the payment, so that another way may be chosen. */
  readonly giveUp: () => void
  readonly isGivingUp: boolean
  /** The provider cannot end it now: it is still to be paid there. */
  readonly isKept: boolean
}

interface OpenPayment {
  readonly method: PaymentMethod
  readonly paymentNumber: string
}

/**
 * Gives a payment up that is still open at its provider. The server refuses it once it is ended; with the order still
 * alive that is what the visitor wanted, and the payment page opens without a word. Had it been paid meanwhile, the thanks
 * come; everything else is for the failure handler.
 */
export function useGiveUp({ method, paymentNumber }: OpenPayment): GiveUp {
  const { follow } = usePaymentStep(method)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, data, isPending } = useMutation({
    mutationKey: GIVING_UP,
    mutationFn: async () => {
      // A question on its way would be answered that the payment has failed, which is no news to who ends it.
      await queryClient.cancelQueries({ queryKey: PAYMENT_CHECK })
      return endPayment({ method, paymentNumber })
    },
    onSuccess: result => {
      if (result === 'ended') {
        void queryClient.invalidateQueries({ queryKey: orderKey(useSession.getState().orderToken) })
        navigate('/payment', { replace: true })
      } else if (result.result === 'completed') follow(result)
    },
  })
  return {
    giveUp: () => mutate(),
    isGivingUp: isPending,
    isKept: data !== undefined && data !== 'ended' && data.result !== 'completed',
  }
}

/**
 * Ends a payment at its provider, so that the order can be paid in another way.
 *
 * @returns what became of it where it could not be ended: perhaps it is paid.
 */
export async function endPayment({ method, paymentNumber }: OpenPayment): Promise<PaymentResult | 'ended'> {
  const details = { status: 'cancel' }
  const body = { payment_number: paymentNumber, payment_method_type: method, details }
  try {
    return await request(confirmCheckout, { body })
  } catch (error) {
    if (!isOrderAlive(error)) throw error
    useSession.setState({ paymentNumber: null, payingBy: null, dPayState: null })
    return 'ended'
  }
}

/** The refusal that names the order: it can be paid in another way (S-7.08). In another browser nobody knows it. */
function isOrderAlive(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body?.can_retry !== true) return false
  const { orderToken } = useSession.getState()
  return orderToken !== null && error.body.order_token === orderToken
}
