import { confirmCheckout } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { ApiError } from '../../../api/api-error.ts'
import { request } from '../../../api/client.ts'
import { changePayment } from '../../../page/change-redirects.ts'
import type { TimeChangePlace } from '../../../page/change-redirects.ts'
import { useNavigate } from '../../../page/router.tsx'
import { spotPayment } from '../../../page/spot-redirects.ts'
import { useSession } from '../../../session/session.ts'
import { orderKey, TOKEN_OF } from '../../checkout/order/current-order.ts'
import type { OpenPayment } from '../../checkout/order/open-payment.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import { timeChangeKey } from '../../time-change/state/time-change-key.ts'
import { usePaymentStep } from './use-payment-step.ts'

/** Keys of the question how a payment ended, and of the request to cancel it: each waits for the other. */
export const PAYMENT_CHECK = ['payment check'] as const
export const CANCELLATION = ['cancel payment'] as const

interface CancelPayment {
  /** Cancels the payment, so that the visitor can choose another method. */
  readonly cancelPayment: () => void
  readonly isCancelling: boolean
  /** The provider cannot cancel it now: it can only be paid there. */
  readonly cannotCancel: boolean
}

/**
 * Cancels a payment that is still open at its provider. Once it is cancelled, the server refuses the payment but the
 * order or the change is still alive: that is what the visitor wanted, and its payment page opens silently. If it was paid
 * meanwhile, the completion page opens. The failure handler takes every other case.
 */
export function useCancelPayment({ method, paymentNumber }: OpenPayment): CancelPayment {
  const { follow } = usePaymentStep()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, data, isPending } = useMutation({
    mutationKey: CANCELLATION,
    mutationFn: async () => {
      // A running question would be answered that the payment has failed, which the visitor who cancels it knows.
      await queryClient.cancelQueries({ queryKey: PAYMENT_CHECK })
      return sendCancellation({ method, paymentNumber })
    },
    onSuccess: result => {
      if (result.result === 'cancelled') {
        const { change, order } = result
        const queryKey =
          change === null ? orderKey(useSession.getState()[TOKEN_OF[order]]) : timeChangeKey(change.token)
        void queryClient.invalidateQueries({ queryKey })
        navigate(change === null ? PAYMENT_OF[order] : changePayment(change), { replace: true })
      } else if (result.result === 'completed') follow(result, method)
    },
  })
  return {
    cancelPayment: () => mutate(),
    isCancelling: isPending,
    cannotCancel: data !== undefined && data.result !== 'cancelled' && data.result !== 'completed',
  }
}

/** A payment that was cancelled, and the change of time that it was for; null for an order. */
interface Cancelled {
  readonly result: 'cancelled'
  readonly change: TimeChangePlace | null
  /** The order, where it was for one. */
  readonly order: PaidOrder
}

/** The page where another method is chosen. */
const PAYMENT_OF: Readonly<Record<PaidOrder, string>> = { order: '/payment', spot: spotPayment() }

/**
 * Cancels a payment at its provider, so that the order or the change can be paid by another method.
 *
 * @returns the state of the payment if it could not be cancelled: perhaps it is paid.
 */
export async function sendCancellation({
  method,
  paymentNumber,
}: OpenPayment): Promise<PaymentResult | Cancelled> {
  const details = { status: 'cancel' }
  const body = { payment_number: paymentNumber, payment_method_type: method, details }
  try {
    const result = await request(confirmCheckout, { body })
    if (result.result === 'elsewhere') throw new Error('a payment is cancelled by its number')
    return result
  } catch (error) {
    const change = changeAlive(error)
    const order = orderAlive(error)
    if (change === null && order === null) throw error
    useSession.setState({ paymentNumber: null, payingBy: null, payingFor: null, dPayState: null })
    if (change !== null) useSession.setState({ changeDateResult: change })
    return { result: 'cancelled', change, order: order ?? 'order' }
  }
}

/** The change that a refusal names: it can be paid by another method. A browser that knows the payment is told it. */
function changeAlive(error: unknown): TimeChangePlace | null {
  if (!(error instanceof ApiError) || error.body?.can_retry !== true) return null
  const { timechange_token: token, reservation_token: oldToken } = error.body
  return token === undefined || oldToken === undefined ? null : { oldToken, token }
}

/** The refusal that names the order: it can be paid by another method. Another browser does not know the order. */
function orderAlive(error: unknown): PaidOrder | null {
  if (!(error instanceof ApiError) || error.body?.can_retry !== true) return null
  const { orderToken, spotOrderToken } = useSession.getState()
  const token = error.body.order_token
  if (token === undefined) return null
  return token === orderToken ? 'order' : token === spotOrderToken ? 'spot' : null
}
