import type { TemporaryOrder } from '@kippu/contract/orders'
import type { CompletedPayment } from '@kippu/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from '../../../page/router.tsx'

import { resetOrder, useSession } from '../../../session/session.ts'
import { answerOf, orderKey } from '../order/current-order.ts'

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
    veiledAddress: null,
  })
}

/**
 * Keeps of the buyer's address what may be stored, before the visitor may leave for a provider: its news can complete the
 * order before she is back, and then the order cannot be read any more.
 */
export function keepVeiledAddress(queryClient: QueryClient): void {
  const address = buyersAddress(queryClient)
  if (address !== undefined) useSession.setState({ veiledAddress: veiled(address) })
}

function rememberAddress(queryClient: QueryClient, reservationToken: string): void {
  const address = buyersAddress(queryClient) ?? useSession.getState().veiledAddress
  if (address !== null) queryClient.setQueryData(mailedToKey(reservationToken), address)
}

/** The buyer's address, as far as this document has read the order. */
function buyersAddress(queryClient: QueryClient): string | undefined {
  const order = queryClient.getQueryData<TemporaryOrder>(orderKey(useSession.getState().orderToken))
  return order === undefined ? undefined : answerOf(order, 'email')
}

/** `hanako@example.com` is `h…@example.com`: enough for its owner to know it, too little to write to. */
function veiled(address: string): string {
  const at = address.lastIndexOf('@')
  return `${Array.from(address)[0] ?? ''}…${address.slice(at)}`
}
