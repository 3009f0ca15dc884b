import type { CompletedPayment } from '@kippu/contract/payments'
import { useCallback } from 'react'

import { useNavigate } from '../../../page/router.tsx'
import { spotFields } from '../../../page/spot-redirects.ts'
import { forgetOwnPayment } from '../../../session/own-payments.ts'
import { useSession } from '../../../session/session.ts'

/** Ends a purchase at the door in the browser: saves what was bought, and opens the questions after the payment. */
export function useCompleteSpot(): (payment: CompletedPayment) => void {
  const navigate = useNavigate()
  return useCallback(
    (payment: CompletedPayment) => {
      useSession.setState({
        spotBought: {
          reservationToken: payment.reservation_token,
          reservationNumber: payment.reservation_number,
          paymentNumber: payment.payment_number,
        },
      })
      navigate(spotFields(payment.reservation_token), { replace: true })
    },
    [navigate],
  )
}

/**
 * Forgets the order at the door that was bought, so that going back cannot pay twice. The page after the payment calls it: a
 * screen that is still shown would otherwise start over because its order is gone. An order of the web stays.
 */
export function forgetBoughtSpotOrder(reservationToken: string): void {
  const { spotBought, payingFor } = useSession.getState()
  if (spotBought?.reservationToken !== reservationToken) return
  forgetOwnPayment(spotBought.paymentNumber)
  useSession.setState({
    spotBought: null,
    spotOrderToken: null,
    spotDraft: null,
    savedSpotOrder: null,
    spotPayment: null,
  })
  if (payingFor === 'spot')
    useSession.setState({ paymentNumber: null, payingBy: null, payingFor: null, dPayState: null })
}
