import type { TemporaryOrder } from '@kippu/contract/orders'
import type { CompletedPayment } from '@kippu/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from '../../../page/router.tsx'

import { forgetOwnPayment } from '../../../session/own-payments.ts'
import { resetOrder, useSession } from '../../../session/session.ts'
import { answerOf, orderKey } from '../order/current-order.ts'

/** Key of the buyer's address, kept in memory alone: for the sentence that says where the tickets went. */
export function mailedToKey(reservationToken: string): readonly [string, string] {
  return ['mailed-to', reservationToken]
}

/** Ends a purchase in the browser: saves the data of the completion page and opens it. */
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
 * Forgets everything about an order that was bought, so that going back cannot pay twice. The completion page calls it:
 * a screen that is still shown would otherwise start over because its order is gone.
 */
export function forgetBoughtOrder(): void {
  const bought = useSession.getState().completeData
  if (bought !== null) forgetOwnPayment(bought.paymentNumber)
  resetOrder()
  useSession.setState({
    orderToken: null,
    memberOrder: null,
    orderDraft: null,
    paymentNumber: null,
    payingBy: null,
    payingFor: null,
    veiledAddress: null,
  })
}

/**
 * Stores the masked address of the buyer before the visitor may leave for a provider: its webhook event can complete
 * the order before they are back, and then the order can no longer be read.
 */
export function keepVeiledAddress(queryClient: QueryClient): void {
  const address = buyersAddress(queryClient)
  if (address !== undefined) keepAddress(address)
}

/** Stores it masked, for the completion page. */
export function keepAddress(address: string): void {
  useSession.setState({ veiledAddress: veiled(address) })
}

function rememberAddress(queryClient: QueryClient, reservationToken: string): void {
  const address = buyersAddress(queryClient) ?? useSession.getState().veiledAddress
  if (address !== null) queryClient.setQueryData(mailedToKey(reservationToken), address)
}

/** The buyer's address, if this document has read the order. */
function buyersAddress(queryClient: QueryClient): string | undefined {
  const order = queryClient.getQueryData<TemporaryOrder>(orderKey(useSession.getState().orderToken))
  return order === undefined ? undefined : answerOf(order, 'email')
}

/** `hanako@example.com` becomes `h…@example.com`: its owner recognises it, and nobody can write to it. */
function veiled(address: string): string {
  const at = address.lastIndexOf('@')
  return `${Array.from(address)[0] ?? ''}…${address.slice(at)}`
}
