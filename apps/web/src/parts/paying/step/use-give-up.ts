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

/** Key shared by the question how a payment ended and the request to end it: each waits for the other. */
export const PAYMENT_CHECK = ['payment check'] as const
export const GIVING_UP = ['give up'] as const

interface GiveUp {
  /** Ends the payment, so that the visitor can choose another method. */
  readonly giveUp: () => void
  readonly isGivingUp: boolean
  /** The provider cannot end it now: it can only be paid there. */
  readonly isKept: boolean
}

interface OpenPayment {
  readonly method: PaymentMethod
  readonly paymentNumber: string
}

/**
 * Gives up a payment that is still open at its provider. Once it has ended, the server refuses the payment but the
 * order is still alive: that is what the visitor wanted, and the payment page opens silently. If it was paid meanwhile,
 * the completion page opens. The failure handler takes every other case.
 */
export function useGiveUp({ method, paymentNumber }: OpenPayment): GiveUp {
  const { follow } = usePaymentStep(method)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, data, isPending } = useMutation({
    mutationKey: GIVING_UP,
    mutationFn: async () => {
      // A running question would be answered that the payment has failed, which the visitor who ends it knows.
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
 * Ends a payment at its provider, so that the order can be paid by another method.
 *
 * @returns the state of the payment if it could not be ended: perhaps it is paid.
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

/**
 * The refusal that names the order: it can be paid by another method (S-7.08). Another browser does not know the order.
 */
function isOrderAlive(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.body?.can_retry !== true) return false
  const { orderToken } = useSession.getState()
  return orderToken !== null && error.body.order_token === orderToken
}
