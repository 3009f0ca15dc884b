import type { CompletedPayment } from '@kippu/contract/payments'
import { useCallback } from 'react'

import { changeComplete } from '../../../page/change-redirects.ts'
import { useNavigate } from '../../../page/router.tsx'
import { forgetOwnPayment } from '../../../session/own-payments.ts'
import { useSession } from '../../../session/session.ts'

/** Ends a change of time in the browser: saves what its last page says, and opens that page. */
export function useCompleteChange(): (payment: CompletedPayment) => void {
  const navigate = useNavigate()
  return useCallback(
    ({ reservation_token: reservationToken, payment_number: paymentNumber, refund }: CompletedPayment) => {
      useSession.setState({
        changeDatePaymentResult: { reservationToken, paymentNumber, refund: refund ?? null },
      })
      navigate(changeComplete(reservationToken), { replace: true })
    },
    [navigate],
  )
}

/** Forgets the change that was made, so that going back cannot make another one of it. An order under way stays. */
export function forgetChange(): void {
  const { changeDatePaymentResult: done, payingFor } = useSession.getState()
  if (done !== null) forgetOwnPayment(done.paymentNumber)
  useSession.setState({ changeDateData: null, changeDateResult: null, changeDatePayment: null })
  if (payingFor === 'time_change')
    useSession.setState({ paymentNumber: null, payingBy: null, payingFor: null, dPayState: null })
}
