import { PAYMENT_STEP } from '@kippu/contract/payment-step'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { readDAccountAuth } from '@kippu/contract/payments'
import type { PaymentResult } from '@kippu/contract/payments'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'

import { request } from '../../../api/client.ts'
import { currentRoute } from '../../../page/entry.ts'
import { useNavigate } from '../../../page/router.tsx'
import { rememberOwnPayment } from '../../../session/own-payments.ts'
import { useSession } from '../../../session/session.ts'
import { useCompletePurchase } from '../../checkout/complete/complete-purchase.ts'
import { useCompleteSpot } from '../../checkout/complete/complete-spot.ts'
import { useCompleteChange } from '../../time-change/state/complete-change.ts'
import type { Paid } from '../../payable/payable.ts'
import { goAway, sendForm } from './leave-page.ts'
import { useLeaving } from './use-leaving.ts'
import { paidOf } from '../data/paid-here.ts'
import { waitingPage } from '../../checkout/order/open-payment.ts'

interface PaymentStep {
  /** Performs the step that an answer asks for. The same function in every rendering, so that an effect may call it. */
  readonly follow: (result: PaymentResult, method: PaymentMethod) => void
  /** Whether the browser is leaving for another site; false again when the visitor comes back from there. */
  readonly isLeaving: boolean
}

/**
 * Performs the step after an answer about a payment, on every screen that asks: opens the completion page, the page of
 * the provider or the bank, or the page that waits and shows a code to scan. An order that is being paid in another tab
 * answers with that payment. If it began by another method than the given one, the browser does not leave for its
 * provider unasked: the page that waits shows the open payment.
 */
export function usePaymentStep(): PaymentStep {
  const navigate = useNavigate()
  const complete = useCompletePurchase()
  const completeChange = useCompleteChange()
  const completeSpot = useCompleteSpot()
  const { isLeaving, leave } = useLeaving()
  const { mutate: logIn, isPending } = useMutation({
    mutationFn: startDAccount,
    onSuccess: address => leave(() => goAway(address)),
  })
  const follow = useCallback(
    (result: PaymentResult, method: PaymentMethod) => {
      const payingFor = paidBy(result)
      if (result.result === 'completed') {
        const completed = { order: complete, time_change: completeChange, spot: completeSpot }
        return completed[payingFor](result)
      }
      const {
        payment_number: paymentNumber,
        payment_reference: reference,
        payment_method_type: payingBy,
      } = result
      useSession.setState({ paymentNumber, payingBy, payingFor })
      if (reference !== undefined) {
        const md = result.result === 'three_ds' ? result.md : undefined
        rememberOwnPayment({ reference, number: paymentNumber, md })
      }
      const wait = (): void =>
        navigate(waitingPage({ method: payingBy, paymentNumber }, payingFor), { replace: true })
      if (payingBy !== method) return wait()
      switch (result.result) {
        case 'redirect':
          return leave(() => goAway(result.redirect_url))
        case 'form':
          return leave(() => goAway(`${PAYMENT_STEP}${paymentNumber}`))
        case 'three_ds': {
          const { acs_url: address, fields } = result
          return leave(() =>
            fields.length === 0 ? goAway(address) : sendForm({ address, charset: 'UTF-8', fields }),
          )
        }
        case 'action':
          return result.action.type === 'qr' ? wait() : logIn(result.action.authorization_url)
        case 'checking':
          return wait()
      }
    },
    [complete, completeChange, completeSpot, leave, logIn, navigate],
  )
  return { follow, isLeaving: isLeaving || isPending }
}

/** The subject of an answer; one that does not say it is about what the page pays, or what this tab has saved. */
function paidBy({ time_change: isTimeChange, spot: isSpot }: PaymentResult): Paid {
  if (isTimeChange === true) return 'time_change'
  const isHere = paidOf(currentRoute(), useSession.getState()) === 'spot'
  return (isSpot ?? isHere) ? 'spot' : 'order'
}

/**
 * Begins the login to d ACCOUNT: stores its state, so that the page it comes back to can compare it.
 *
 * @returns the address of the login, with the eight fields of the request.
 */
async function startDAccount(authorizationUrl: string): Promise<string> {
  const { payingFor, orderToken, spotOrderToken, changeDateResult } = useSession.getState()
  const tokens = { order: orderToken, spot: spotOrderToken, time_change: changeDateResult?.token }
  const token = tokens[payingFor ?? 'order'] ?? ''
  const fields = await request(readDAccountAuth, { params: { token } })
  useSession.setState({ dPayState: fields.state })
  const address = new URL(authorizationUrl)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
  return address.href
}
