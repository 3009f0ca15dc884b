import { checkout } from '@kippu/contract/orders'
import type { PaymentResult } from '@kippu/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../app/router.tsx'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { forgetRefusedCard, useCompletePurchase } from '../../parts/complete-purchase/complete-purchase.ts'
import { orderKey } from '../../parts/current-order/current-order.ts'
import { methodPriceKey } from '../../parts/payment-methods/method-price.ts'
import { PAYMENT_METHODS } from '../../parts/payment-methods/payment-methods.ts'
import type { SavedPayment } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { checkoutBodyOf } from './checkout-body.ts'

const CHECKOUT = ['checkout'] as const

interface Checkout {
  /** Pays once: presses while a checkout is on its way do nothing. */
  readonly pay: () => void
  readonly isPaying: boolean
}

/**
 * Pays the order and goes where the answer leads: to the completion page, to the bank, or to the page that waits. A
 * time-out says nothing about the payment, so everything is kept and pressing again asks for the same payment (S-1.13).
 *
 * @param shown yen that the button shows: of another amount nothing is charged.
 */
export function useCheckout(token: string, payment: SavedPayment, shown: number): Checkout {
  const queryClient = useQueryClient()
  const follow = useFollow(payment)
  const [isLeaving, setLeaving] = useLeaving()
  const { mutate, isPending } = useMutation({
    mutationKey: CHECKOUT,
    mutationFn: () => request(checkout, { params: { token }, body: checkoutBodyOf(payment, shown) }),
    onSuccess: result => {
      setLeaving(result.result === 'redirect')
      follow(result)
    },
    onError: error => {
      forgetRefusedCard(error)
      if (isPriceChanged(error)) return readPriceAnew(queryClient, token)
    },
  })
  const isIdle = (): boolean => queryClient.isMutating({ mutationKey: CHECKOUT }) === 0
  return {
    // Asked of the client, not of this component: a second press comes before the next rendering.
    pay: () => (isIdle() && !isLeaving ? mutate() : undefined),
    isPaying: isPending || isLeaving,
  }
}

function isPriceChanged(error: Error): boolean {
  return error instanceof ApiError && error.body?.error === 'price changed'
}

/** The new price is shown before the button can be pressed again. */
async function readPriceAnew(queryClient: QueryClient, token: string): Promise<void> {
  const keys = [orderKey(token), PAYMENT_METHODS, methodPriceKey(token)]
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

function useFollow({ paymentMethodType }: SavedPayment): (result: PaymentResult) => void {
  const navigate = useNavigate()
  const complete = useCompletePurchase()
  return result => {
    useSession.setState({ paymentNumber: result.payment_number })
    switch (result.result) {
      case 'completed':
        return complete(result)
      case 'redirect':
        return location.assign(result.redirect_url)
      case 'checking': {
        const query = new URLSearchParams({ payment_number: result.payment_number })
        navigate(`/payment-callback/${paymentMethodType}/success?${query}`, { replace: true })
      }
    }
  }
}

/** Whether the page is on its way to the bank; a visitor who comes back by the back button finds it usable again. */
function useLeaving(): [boolean, (isLeaving: boolean) => void] {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const back = (): void => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [isLeaving, setLeaving]
}
