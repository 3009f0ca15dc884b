import type { TemporaryOrder } from '@kippu/contract/orders'
import type { CompletedPayment } from '@kippu/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from '../../app/router.tsx'

import { resetOrder, useSession } from '../../session/session.ts'
import { answerOf, orderKey } from '../current-order/current-order.ts'

/** Where the address of a buyer is kept, in memory alone: for the sentence that says where the tickets went. */
export function mailedToKey(reservationToken: string): readonly [string, string] {
  return ['mailed-to', reservationToken]
}

/** Ends a purchase in the browser: what the completion page says is saved, and the page opened. */
export function useCompletePurchase(): (payment: CompletedPayment) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (payment: CompletedPayment) => {
      rememberAddress(queryClient, payment.reservation_token)
      useSession.setState({
        completeData: {
          reservationToken: payment.reservation_token,
          reservationNumber: payment.reservation_number,
          paymentNumber: payment.payment_number,
        },
      })
      navigate('/complete', { replace: true })
    },
    [navigate, queryClient],
  )
}

/**
 * Forgets everything of an order that is bought, so that going back cannot pay twice. Done by the completion page: a
 * screen that is still shown would start over without its order.
 */
export function forgetBoughtOrder(): void {
  resetOrder()
  useSession.setState({
    orderToken: null,
    memberOrder: null,
    orderDraft: null,
    paymentNumber: null,
    payingBy: null,
  })
}

function rememberAddress(queryClient: QueryClient, reservationToken: string): void {
  const order = queryClient.getQueryData<TemporaryOrder>(orderKey(useSession.getState().orderToken))
  if (order !== undefined) queryClient.setQueryData(mailedToKey(reservationToken), answerOf(order, 'email'))
}
